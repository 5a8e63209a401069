import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MAX_IGNORE_REASON_CHARACTERS } from '@weft/shared/kinds/views/orphan';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { queryKeys } from '../../api/query-keys.js';
import type { ListedOrphan } from '../../api/types.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { Message } from '../../ui/text/message.js';
import { Time } from '../../ui/time/time.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { orphanIgnoreCreateSchema } from './orphan-schema.js';

interface Props {
  orphan: ListedOrphan;
  onClose: () => void;
}

/** The list shows the change at once, and closes the dialog. */
function useListed(onClose: () => void) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.orphans });
    onClose();
  };
}

export function IgnoreDialog({ orphan: { id, name, node, mayHoldOnlyCopy, copy }, onClose }: Props) {
  const onSuccess = useListed(onClose);
  const ignore = api.useMutation('post', '/api/v1/orphans/{id}/ignore', { meta: { inline: true }, onSuccess });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: { reason: '' },
    schema: orphanIgnoreCreateSchema,
    required: { reason: 'write a reason' },
    error: ignore.error,
  });
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/orphans/{id}/ignore', { params: { path: { id }, header: key }, body });
  return (
    <PlanDialog
      title="Ignore an orphan"
      action="Ignore"
      refusedBecause={refusedBecause}
      pending={ignore.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && ignore.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        Counts and findings leave <code>{name}</code> out. Nothing changes on {node.name}. Weft forgets this once the orphan has been gone
        for 24 hours while its node is online.
      </p>
      {mayHoldOnlyCopy === 'no' ? null : (
        <Message tone="warn">
          <p>It may hold the only copy of its bytes. {copy.message}</p>
        </Message>
      )}
      <Textarea
        label="Reason"
        description={`Why it stays as it is, at most ${MAX_IGNORE_REASON_CHARACTERS} characters.`}
        rows={3}
        data-autofocus
        {...field('reason')}
      />
    </PlanDialog>
  );
}

export function EndIgnoreDialog({ orphan: { id, name }, ignored, onClose }: Props & { ignored: NonNullable<ListedOrphan['ignored']> }) {
  const onSuccess = useListed(onClose);
  const end = api.useMutation('delete', '/api/v1/orphans/{id}/ignore', { meta: { inline: true }, onSuccess });
  const request = apiRequest('delete', '/api/v1/orphans/{id}/ignore', { params: { path: { id }, header: ifMatch(ignored) } });
  return (
    <PlanDialog
      title="Stop ignoring an orphan"
      action="Stop ignoring"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        {ignored.by} ignored <code>{name}</code> at <Time at={ignored.at} />: {ignored.reason}
      </p>
      <p>Counts and findings include it again. The reason is not kept.</p>
    </PlanDialog>
  );
}
