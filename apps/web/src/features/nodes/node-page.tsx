import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';
import type { NodeTab } from '../../paths/node-tabs.js';
import { paths } from '../../paths/paths.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { type Tab, Tabs } from '../../ui/tabs/tabs.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { BelowAlerts, useAlertsAbout } from '../alerts/open-alerts.js';
import { conditionTrouble } from '../conditions.js';
import { NodeDialogs } from './dialogs/node-dialogs.js';
import { nodeStatus } from './node-status.js';
import { OverviewTab } from './overview-tab.js';

/** Lazy chunks: the first load is the overview alone. */
const DrivesOf = lazy(() => import('../drives/drives-of.js').then((module) => ({ default: module.DrivesOf })));
const NodeNics = lazy(() => import('./node-nics.js').then((module) => ({ default: module.NodeNics })));
const AttachmentsOf = lazy(() => import('../attachments/attachments-of.js').then((module) => ({ default: module.AttachmentsOf })));
const ActivityTab = lazy(() => import('./activity-tab.js').then((module) => ({ default: module.ActivityTab })));

const route = getRouteApi('/nodes/$nodeId');

export function NodePage() {
  const { nodeId } = route.useParams();
  const node = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id: nodeId } } });
  const alerts = useAlertsAbout(nodeId);
  return (
    <Loaded isPage of={node} gone="There is no such node, or it was removed.">
      {(data) => <NodeView node={data} alerts={alerts} />}
    </Loaded>
  );
}

function tabsOf({ conditions }: Node): readonly (Tab & { name: NodeTab })[] {
  return [
    { name: 'overview', label: 'Overview' },
    { name: 'drives', label: 'Drives' },
    { name: 'network', label: 'Network' },
    { name: 'attachments', label: 'Attachments' },
    { name: 'activity', label: 'Activity', trouble: conditionTrouble(conditions) },
  ];
}

function NodeView({ node, alerts }: { node: Node; alerts: ReturnType<typeof useAlertsAbout> }) {
  const { tab = 'overview' } = route.useSearch();
  const status = nodeStatus(node);
  return (
    <Page
      title={node.name}
      above={<TextLink {...paths.nodes()}>Nodes</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      tabs={<Tabs tabs={tabsOf(node)} current={tab} />}
      actions={<NodeDialogs node={node} />}
    >
      <BelowAlerts read={alerts} of={node.id}>
        <Suspense fallback={<Empty>Loading…</Empty>}>
          <TabContent tab={tab} node={node} />
        </Suspense>
      </BelowAlerts>
    </Page>
  );
}

function TabContent({ tab, node }: { tab: NodeTab; node: Node }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  switch (tab) {
    case 'overview':
      return <OverviewTab node={node} search={search} onSearch={(next) => navigate({ search: next })} />;
    case 'drives':
      return (
        <>
          <DrivesOf of={{ nodeId: node.id }} empty="The agent found no NVMe drives on this node." />
          <TextLink {...paths.drives({ nodeId: node.id })}>The drives with live figures</TextLink>
        </>
      );
    case 'network':
      return (
        <Section title="Network interfaces">
          <NodeNics node={node} />
        </Section>
      );
    case 'attachments':
      return (
        <Section title="Attachments">
          <AttachmentsOf nodeId={node.id} empty="No volume is attached to this node." />
        </Section>
      );
    case 'activity':
      return <ActivityTab node={node} />;
  }
}
