import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { ButtonLink, TextLink } from '../../ui/text/links.js';
import { Message } from '../../ui/text/message.js';
import { AttachmentsOf } from '../attachments/attachments-of.js';
import { Conditions } from '../conditions.js';
import { DrivesOfNode } from '../drives/drives-of-node.js';
import { conditionHappenings } from '../history/history.js';
import { Notes } from '../notes/notes.js';
import { Statistics } from '../statistics/statistics.js';
import { NodeDialogs } from './dialogs/node-dialogs.js';
import { NodeFacts } from './node-facts.js';
import { NodeNics } from './node-nics.js';
import { nodeStatistics } from './node-statistics.js';
import { nodeStatus } from './node-status.js';

/** A lazy chunk, because it is below everything else. */
const History = lazy(() => import('../history/history-view.js').then((module) => ({ default: module.History })));

const route = getRouteApi('/nodes/$nodeId');

export function NodePage() {
  const { nodeId } = route.useParams();
  const node = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id: nodeId } } });
  return (
    <Loaded isPage of={node} gone="There is no such node, or it was removed.">
      {(data) => <NodeView node={data} />}
    </Loaded>
  );
}

function NodeView({ node }: { node: Node }) {
  const navigate = route.useNavigate();
  const status = nodeStatus(node);
  return (
    <Page
      title={node.name}
      above={<TextLink {...paths.nodes()}>Nodes</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      actions={
        <>
          <ButtonLink variant="default" {...paths.drives({ nodeId: node.id })}>
            Drives
          </ButtonLink>
          <ButtonLink variant="default" {...paths.topology(`node:${node.id}`)}>
            Topology
          </ButtonLink>
          <NodeDialogs node={node} />
        </>
      }
    >
      <NodeFacts node={node} />
      {node.orphans.length > 0 ? (
        <Section title="Orphans">
          <Message tone="warn">
            <p>Weft objects on this node that no assignment lists. Weft never touches them. Check each before you remove it by hand.</p>
          </Message>
          <PlainTable
            label="Orphans"
            rows={node.orphans}
            rowKey={({ kind, name }) => `${kind} ${name}`}
            columns={[
              { name: 'Kind', cell: ({ kind }) => kind.replace('-', ' ') },
              { name: 'Name', cell: ({ name }) => <code>{name}</code> },
              { name: 'Detail', cell: ({ detail }) => detail, wide: true },
            ]}
          />
        </Section>
      ) : null}
      <Section title="Drives">
        <DrivesOfNode nodeId={node.id} />
      </Section>
      <Section title="Network interfaces">
        <NodeNics node={node} />
      </Section>
      <Section title="Attachments">
        <AttachmentsOf nodeId={node.id} empty="No volume is attached to this node." />
      </Section>
      <Statistics search={route.useSearch()} onSearch={(search) => navigate({ search })} of={nodeStatistics(node)} />
      <Conditions of={[{ about: `node ${node.name}`, conditions: node.conditions }]} />
      <Suspense fallback={null}>
        <History
          subjectId={node.id}
          others={[
            { at: node.createdAt, what: { text: 'the node enrolled' } },
            ...conditionHappenings(`node ${node.name}`, node.conditions),
          ]}
        />
      </Suspense>
      <Notes of={{ kind: 'node', id: node.id }} />
    </Page>
  );
}
