import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../api/client.js';
import { type ApiRequest, apiRequest } from '../../api/curl.js';
import type { EvictionPlan, Job, PlanChange } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Status } from '../../ui/status.js';
import { Linked, NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { messageSentence } from '../../ui/text/message-sentence.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';

interface Props {
  id: string;
  version: number;
  name: string;
  onClose: () => void;
}

/** Evicts a drive: every mirror leg moves to another drive and stays redundant meanwhile. */
export function EvictDialog({ id, version, name, onClose }: Props) {
  const path = { id };
  const plan = api.useQuery('post', '/api/v1/drives/{id}/evict/dry-run', { params: { path }, body: {} }, { retry: false });
  const evict = api.useMutation('post', '/api/v1/drives/{id}/evict', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/drives/{id}/evict', { params: { path, header: ifMatch({ version }) }, body: {} });
  const apply = () => evict.mutate(request.init);
  return (
    <Eviction
      title={`Evict drive ${name}`}
      action="Evict"
      plan={plan}
      change={{ kind: 'drive.evict', driveId: id }}
      applied={evict}
      request={request}
      onApply={apply}
      onClose={onClose}
    />
  );
}

/** Evicts all drives of a node. */
export function DrainDialog({ id, version, name, onClose }: Props) {
  const path = { id };
  const plan = api.useQuery('post', '/api/v1/nodes/{id}/drain/dry-run', { params: { path }, body: {} }, { retry: false });
  const drain = api.useMutation('post', '/api/v1/nodes/{id}/drain', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/nodes/{id}/drain', { params: { path, header: ifMatch({ version }) }, body: {} });
  const apply = () => drain.mutate(request.init);
  return (
    <Eviction
      title={`Drain node ${name}`}
      action="Drain"
      plan={plan}
      change={{ kind: 'node.drain', nodeId: id }}
      applied={drain}
      request={request}
      onApply={apply}
      onClose={onClose}
    />
  );
}

interface EvictionProps {
  title: string;
  action: string;
  plan: { data: EvictionPlan | undefined; error: unknown };
  change: PlanChange;
  applied: { isPending: boolean; error: unknown; data: { job: Job } | undefined };
  request: ApiRequest;
  onApply: () => void;
  onClose: () => void;
}

const Eviction = ({ title, action, plan, change, applied, request, onApply, onClose }: EvictionProps) => (
  <PlanDialog
    title={title}
    action={action}
    refusedBecause={plan.data ? null : plan.error ? 'The plan failed to load.' : 'The plan is loading.'}
    pending={applied.isPending}
    error={applied.error}
    request={request}
    onApply={onApply}
    outcome={applied.data ?? null}
    onClose={onClose}
  >
    {plan.data ? (
      <>
        <EvictionPlanView plan={plan.data} />
        <PlanCommands change={plan.data.moves.length > 0 ? change : null} />
      </>
    ) : plan.error ? (
      <ProblemView error={plan.error} />
    ) : (
      <Empty>Loading…</Empty>
    )}
  </PlanDialog>
);

function EvictionPlanView({ plan: { moves, notMovable } }: { plan: EvictionPlan }) {
  if (moves.length + notMovable.length === 0) return <p>It has no legs. No new legs are placed on it until it is opened again.</p>;
  const nowhere = moves.filter(({ to }) => to === null).length;
  const rows = [...moves, ...notMovable.map((leg) => ({ ...leg, to: undefined }))];
  return (
    <>
      <span>
        {moves.length - nowhere} of {rows.length} {rows.length === 1 ? 'leg moves' : 'legs move'}
        {nowhere > 0 ? `, ${nowhere} ${nowhere === 1 ? 'waits' : 'wait'} for space` : ''}
        {notMovable.length > 0 ? `, ${notMovable.length} cannot` : ''}. Each leg is copied before the old one is removed. No new legs are
        placed here.
      </span>
      <PlainTable
        label="Plan"
        rows={rows}
        rowKey={({ legId }) => legId}
        columns={[
          { name: 'Volume', cell: ({ volume }) => <TextLink {...paths.volume(volume.id)}>{volume.name}</TextLink> },
          { name: 'Leg', cell: ({ index }) => index, numeric: true },
          { name: 'Size', cell: ({ sizeBytes }) => formatBytes(sizeBytes), numeric: true },
          {
            name: 'To',
            cell: ({ to }) =>
              to ? (
                <span>
                  <NounLink noun={{ kind: 'drive', id: to.drive.id, name: to.drive.serial }} /> on{' '}
                  <NounLink noun={{ kind: 'node', ...to.node }} />
                </span>
              ) : (
                <Status tone={to === null ? 'warn' : 'bad'} what={to === null ? 'waits' : 'stays'} />
              ),
          },
          { name: 'What happens', cell: (leg) => <Linked text={messageSentence(leg)} />, wide: true },
        ]}
      />
    </>
  );
}
