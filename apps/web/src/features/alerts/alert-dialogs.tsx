import { Textarea } from '@mantine/core';
import { MAX_COMMENT_CHARACTERS } from '@weft/shared/kinds/alerting/alert';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Alert } from '../../api/types.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { alertAcknowledgeSchema } from './alert-schema.js';

interface Props {
  alert: Alert;
  onClose: () => void;
}

const EMPTY = { comment: '' };

export function AcknowledgeDialog({ alert, onClose }: Props) {
  const acknowledge = api.useMutation('post', '/api/v1/alerts/{id}/acknowledge', { meta: { inline: true }, onSuccess: onClose });
  const form = useSchemaForm({ values: EMPTY, schema: alertAcknowledgeSchema, error: acknowledge.error });
  const request =
    form.body && apiRequest('post', '/api/v1/alerts/{id}/acknowledge', { params: { path: { id: alert.id } }, body: form.body });
  return (
    <PlanDialog
      title="Acknowledge the alert"
      action="Acknowledge"
      refusedBecause={form.refusedBecause}
      pending={acknowledge.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && acknowledge.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>{alert.summary}</p>
      <p>Everybody sees that you work on it. Channels do not repeat it.</p>
      <Textarea
        label="Comment"
        description={`For your colleagues, at most ${MAX_COMMENT_CHARACTERS} characters. May stay empty.`}
        rows={3}
        data-autofocus
        {...form.field('comment')}
      />
    </PlanDialog>
  );
}

export function WithdrawDialog({ alert, onClose }: Props) {
  const withdraw = api.useMutation('post', '/api/v1/alerts/{id}/unacknowledge', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/alerts/{id}/unacknowledge', { params: { path: { id: alert.id } }, body: {} });
  return (
    <PlanDialog
      title="Withdraw the acknowledgement"
      action="Withdraw"
      refusedBecause={null}
      pending={withdraw.isPending}
      error={withdraw.error}
      request={request}
      onApply={() => withdraw.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>{alert.summary}</p>
      <p>Nobody works on it any more. Channels repeat it as their routes say.</p>
    </PlanDialog>
  );
}
