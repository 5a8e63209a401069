import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { MAX_COMMENT_CHARACTERS, MAX_SILENCE_DAYS } from '@weft/shared/kinds/alerting/alert';
import { useMemo, useState } from 'react';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { useIdempotencyKey } from '../../../api/idempotency-key.js';
import { serverNow } from '../../../api/server-clock.js';
import type { AlertMatcher, Silence } from '../../../api/types.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { type SilenceForm, silenceSchemaAt } from '../alert-schema.js';
import { matchersText } from '../matchers-text.js';

const LENGTHS = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: 'until', label: 'until a time' },
];

const requiredIn = ({ lasts }: SilenceForm) => ({
  matchers: 'enter a matcher',
  ...(lasts === 'until' ? { endsAt: 'enter the end' } : {}),
  comment: 'enter a reason',
});

/** @param matchers those of an alert, to begin with */
export function SilenceDialog({ matchers = [], onClose }: { matchers?: readonly AlertMatcher[]; onClose: () => void }) {
  const create = api.useMutation('post', '/api/v1/silences', { meta: { inline: true }, onSuccess: onClose });
  const [first] = useState((): SilenceForm => ({ matchers: matchersText(matchers), lasts: '4', startsAt: '', endsAt: '', comment: '' }));
  const schema = useMemo(() => silenceSchemaAt(serverNow()), []);
  const form = useSchemaForm({ values: first, schema, required: requiredIn, error: create.error });
  const key = useIdempotencyKey(form.body);
  const request = form.body && apiRequest('post', '/api/v1/silences', { params: { header: key }, body: form.body });
  return (
    <PlanDialog
      title="Create a silence"
      action="Create silence"
      refusedBecause={form.refusedBecause}
      pending={create.isPending}
      error={form.unplaced}
      request={request}
      onApply={() => request && create.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>Alerts that match are shown here as before, but no channel gets them.</p>
      <Textarea
        label="Matchers"
        description="One per line, as in node=t1 or zone!=west*. An alert must match all of them; * stands for any text."
        rows={Math.max(3, matchers.length + 1)}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        data-autofocus
        {...form.field('matchers')}
      />
      <div className="row">
        <NativeSelect label="Lasts" data={LENGTHS} {...form.field('lasts')} />
        {form.values.lasts === 'until' ? <TextInput type="datetime-local" label="Ends" {...form.field('endsAt')} /> : null}
        <TextInput type="datetime-local" label="Starts (empty: now)" {...form.field('startsAt')} />
      </div>
      <Textarea
        label="Reason"
        description={`At most ${MAX_COMMENT_CHARACTERS} characters. A silence lasts at most ${MAX_SILENCE_DAYS} days.`}
        rows={2}
        {...form.field('comment')}
      />
    </PlanDialog>
  );
}

export function EndSilenceDialog({ silence, onClose }: { silence: Silence; onClose: () => void }) {
  const end = api.useMutation('post', '/api/v1/silences/{id}/end', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/silences/{id}/end', { params: { path: { id: silence.id } }, body: {} });
  return (
    <PlanDialog
      title="End the silence now"
      action="End now"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>Channels get the alerts that match it and still fire: {silence.comment}</p>
    </PlanDialog>
  );
}
