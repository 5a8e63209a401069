import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { queryKeys } from '../../api/query-keys.js';
import type { PreflightFinding } from '../../api/types.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { Time } from '../../ui/time/time.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { preflightAcceptanceCreateSchema } from './preflight-schema.js';

interface Props {
  finding: PreflightFinding;
  onClose: () => void;
}

/** The list shows the change at once, and closes the dialog. */
function useListed(onClose: () => void) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.preflightFindings });
    onClose();
  };
}

export function AcceptDialog({ finding: { id, what }, onClose }: Props) {
  const onSuccess = useListed(onClose);
  const accept = api.useMutation('post', '/api/v1/preflight-findings/{id}/acceptance', { meta: { inline: true }, onSuccess });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: { reason: '' },
    schema: preflightAcceptanceCreateSchema,
    required: { reason: 'write a reason' },
    error: accept.error,
  });
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/preflight-findings/{id}/acceptance', { params: { path: { id }, header: key }, body });
  return (
    <PlanDialog
      title="Accept a finding"
      action="Accept"
      refusedBecause={refusedBecause}
      pending={accept.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && accept.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>{what.message}</p>
      <p>Counts and metrics leave it out as long as runs find the same. A run that finds another value lists it again.</p>
      <Textarea label="Reason" description="Why it stays as it is, at most 500 characters." rows={3} data-autofocus {...field('reason')} />
    </PlanDialog>
  );
}

export function EndAcceptanceDialog({
  finding: { id, what },
  acceptance,
  onClose,
}: Props & { acceptance: NonNullable<PreflightFinding['acceptance']> }) {
  const onSuccess = useListed(onClose);
  const end = api.useMutation('delete', '/api/v1/preflight-findings/{id}/acceptance', { meta: { inline: true }, onSuccess });
  const request = apiRequest('delete', '/api/v1/preflight-findings/{id}/acceptance', {
    params: { path: { id }, header: ifMatch(acceptance) },
  });
  return (
    <PlanDialog
      title="End an acceptance"
      action="End acceptance"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>{what.message}</p>
      <p>
        {acceptance.by} accepted it at <Time at={acceptance.at} />: {acceptance.reason}
      </p>
      <p>Counts and metrics include it again. The reason is not kept.</p>
    </PlanDialog>
  );
}
