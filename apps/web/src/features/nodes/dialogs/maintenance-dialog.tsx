import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Linked } from '../../../ui/text/linked.js';
import { Empty, Message } from '../../../ui/text/message.js';
import { Time } from '../../../ui/text/time.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { useRoleRefusal } from '../../session/use-session.js';
import { hoursOf, MAX_HOURS } from './maintenance-hours.js';

/** A planned absence of a node: the plan lists the volumes that continue without it and those that stop. */
export function MaintenanceDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const [typed, setTyped] = useState('4');
  const [force, setForce] = useState(false);
  const administrator = useRoleRefusal('administrator');
  const hours = hoursOf(typed);
  const path = { id: node.id };
  const plan = api.useQuery(
    'post',
    '/api/v1/nodes/{id}/maintenance/dry-run',
    { params: { path }, body: { untilHours: hours ?? 1, force: false } },
    { enabled: hours !== null, retry: false },
  );
  const start = api.useMutation('post', '/api/v1/nodes/{id}/maintenance', { meta: { inline: true } });
  const blockers = plan.data?.blockers ?? [];
  const isForced = force && blockers.length > 0;
  const refused =
    hours === null
      ? `Give it whole hours first, 1 to ${MAX_HOURS}.`
      : !plan.data
        ? 'Its plan is being made.'
        : !plan.data.allowed && !isForced
          ? 'The plan says why it is not safe now.'
          : null;
  const request = apiRequest('post', '/api/v1/nodes/{id}/maintenance', {
    params: { path, header: ifMatch(node) },
    body: { untilHours: hours ?? 1, force: isForced, ...(isForced ? { nodeName: node.name } : {}) },
  });
  const until = start.data?.maintenance?.until;
  return (
    <PlanDialog
      title={`Maintenance of ${node.name}`}
      action={isForced ? 'Start anyway (unsafe)' : 'Start'}
      isGrave={isForced}
      typed={isForced ? { label: 'Type the node’s name', wanted: node.name } : null}
      refusedBecause={refused}
      pending={start.isPending}
      error={start.error}
      request={request}
      onApply={() => start.mutate(request.init)}
      outcome={
        start.isSuccess
          ? { text: <>It is in maintenance until {until ? <Time at={until} /> : 'its end'}: it may be switched off.</> }
          : null
      }
      onClose={onClose}
    >
      <TextInput
        label="Hours"
        description="From now on; it ends by itself then, or when somebody ends it."
        inputMode="numeric"
        data-autofocus
        value={typed}
        error={hours === null ? `A whole number, 1 to ${MAX_HOURS}.` : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {plan.error ? (
        <ProblemView error={plan.error} />
      ) : !plan.data ? (
        <Empty>Loading…</Empty>
      ) : (
        <>
          {blockers.length > 0 ? (
            <Message tone="bad">
              <p>
                <Linked text={plan.data.message} nouns={blockers.map(({ volume }) => ({ kind: 'volume', ...volume }))} />
              </p>
            </Message>
          ) : null}
          <PlanSteps
            steps={[
              { node: node.name, what: 'no new leg comes, and its legs are not replaced while it is away' },
              ...plan.data.degraded.map(({ message }) => ({ node: node.name, what: message })),
              ...(blockers.length + plan.data.degraded.length === 0 ? [{ node: node.name, what: 'no volume needs it' }] : []),
            ]}
            nouns={plan.data.degraded.map(({ volume }) => ({ kind: 'volume', ...volume }))}
          />
          <PlanCommands change={{ kind: 'node.maintenance', nodeId: node.id }} />
          {blockers.length > 0 ? (
            <Checkbox
              size="xs"
              label="Force it"
              description={administrator ?? 'What the plan names stands still or is lost meanwhile.'}
              disabled={administrator !== null}
              checked={force}
              onChange={(event) => setForce(event.currentTarget.checked)}
            />
          ) : null}
        </>
      )}
    </PlanDialog>
  );
}

export function EndMaintenanceDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const end = api.useMutation('delete', '/api/v1/nodes/{id}/maintenance', { meta: { inline: true } });
  const request = apiRequest('delete', '/api/v1/nodes/{id}/maintenance', { params: { path: { id: node.id }, header: ifMatch(node) } });
  return (
    <PlanDialog
      title={`End the maintenance of ${node.name}`}
      action="End it"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={end.isSuccess ? { text: 'The maintenance is over.' } : null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[
          { node: node.name, what: 'new legs may come again' },
          {
            node: node.name,
            what: 'its legs that are still missing are replaced after the rebuild delay of their volumes, counted from now',
          },
        ]}
        nouns={[]}
      />
    </PlanDialog>
  );
}
