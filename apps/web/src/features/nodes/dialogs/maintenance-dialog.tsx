import { Checkbox, TextInput } from '@mantine/core';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Linked } from '../../../ui/text/linked.js';
import { Empty, Message } from '../../../ui/text/message.js';
import { messageSentence } from '../../../ui/text/message-sentence.js';
import { Time } from '../../../ui/time/time.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { emptyMaintenance, maintenanceSchema } from './node-schema.js';

/** A planned absence of a node: the plan lists the volumes that continue without it and those that stop. */
export function MaintenanceDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const administrator = usePermissionRefusal('node:force');
  const start = api.useMutation('post', '/api/v1/nodes/{id}/maintenance', { meta: { inline: true } });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: emptyMaintenance,
    schema: maintenanceSchema,
    error: start.error,
    fieldNames: { untilHours: 'hours' },
  });
  const path = { id: node.id };
  const plan = api.useQuery(
    'post',
    '/api/v1/nodes/{id}/maintenance/dry-run',
    { params: { path }, body: { untilHours: body?.untilHours ?? 1, force: false } },
    { enabled: body !== null, retry: false },
  );
  const blockers = plan.data?.blockers ?? [];
  const isForced = body?.force === true && blockers.length > 0;
  const refused =
    refusedBecause ??
    (!plan.data ? 'The plan is loading.' : !plan.data.allowed && !isForced ? 'The plan shows why it is not safe now.' : null);
  const request =
    body &&
    apiRequest('post', '/api/v1/nodes/{id}/maintenance', {
      params: { path, header: ifMatch(node) },
      body: { ...body, force: isForced, ...(isForced ? { nodeName: node.name } : {}) },
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
      error={unplaced}
      request={request}
      onApply={() => request && start.mutate(request.init)}
      outcome={
        start.isSuccess
          ? { text: <>It is in maintenance until {until ? <Time at={until} /> : 'its end'}: it may be switched off.</> }
          : null
      }
      onClose={onClose}
    >
      <TextInput
        label="Hours"
        description="It then ends by itself, unless somebody ends it before."
        inputMode="numeric"
        data-autofocus
        {...field('hours')}
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
                <Linked text={messageSentence(plan.data)} />
              </p>
            </Message>
          ) : null}
          <PlanSteps
            steps={[
              { node, what: 'no new legs are placed on it, and its legs are not replaced during maintenance' },
              ...plan.data.degraded.map((each) => ({ node, what: messageSentence(each) })),
              ...(blockers.length + plan.data.degraded.length === 0 ? [{ node, what: 'no volume needs it' }] : []),
            ]}
          />
          <PlanCommands change={{ kind: 'node.maintenance', nodeId: node.id }} />
          {blockers.length > 0 ? (
            <Checkbox
              size="xs"
              label="Force"
              description={administrator ?? 'Volumes in the plan stall or lose data.'}
              disabled={administrator !== null}
              {...field('force', { type: 'checkbox' })}
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
      action="End maintenance"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={end.isSuccess ? { text: 'The maintenance has ended.' } : null}
      onClose={onClose}
    >
      <PlanSteps
        steps={[
          { node, what: 'new legs may be placed on it again' },
          {
            node,
            what: 'its missing legs are replaced after the rebuild delay of their volumes, counted from now',
          },
        ]}
      />
    </PlanDialog>
  );
}
