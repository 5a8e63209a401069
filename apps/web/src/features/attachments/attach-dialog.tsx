import { Checkbox, NativeSelect, Radio } from '@mantine/core';
import { type AttachmentMode, allowedModes, modeConflict } from '@weft/shared/kinds/attachment';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import type { Attachment, Volume } from '../../api/types.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { Fold } from '../../ui/fold.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { attachFormOf, attachSchema, transports } from './attach-schema.js';
import { attachSteps } from './attachment-plans.js';
import { ClientChoice } from './client-choice.js';
import { ClientFacts } from './client-facts.js';
import { LimitFields } from './limits/limit-fields.js';
import { MountCommands } from './mount-commands.js';
import { useOnlyClient } from './use-only-client.js';

const MODES: Record<AttachmentMode, string> = {
  exclusive: 'One client reads and writes.',
  shared: 'Several clients read and write; a cluster file system or application must coordinate them.',
  readonly: 'Any number of clients read; none writes.',
};

const TRANSPORTS = { rdma: 'RDMA (RoCE v2)', tcp: 'TCP' };
const REQUIRED = { nodeId: 'choose a client' };

interface Props {
  volume: Volume;
  /** Existing attachments of the volume. */
  attachments: readonly Attachment[];
  onClose: () => void;
}

export function AttachDialog({ volume, attachments, onClose }: Props) {
  const modes = allowedModes(volume.protection);
  const existing = attachments.map(({ mode }) => mode);
  const [first] = useState(() => attachFormOf(volume, modes.find((each) => modeConflict(each, existing) === null) ?? 'exclusive'));
  const attach = api.useMutation('post', '/api/v1/attachments', { meta: { inline: true, inPlace: true } });
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: { ...first, nodeId: useOnlyClient(attachments) },
    schema: attachSchema,
    required: REQUIRED,
    error: attach.error,
  });
  const { nodeId, mode, transport } = values;
  // While its job runs, the new attachment itself already exists and must not count as a conflict.
  const conflict = attach.data ? null : modeConflict(mode, existing);
  const refused = refusedBecause ?? (conflict === null ? null : `Not now: ${conflict}.`);

  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/attachments', { params: { header: key }, body });
  const client = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id: nodeId } } }, { enabled: nodeId !== '' }).data;

  const mounting = client ? (
    <MountCommands volume={volume.name} client={client.name} mode={mode} distribution={client.distribution} />
  ) : null;

  return (
    <PlanDialog
      title={`Attach ${volume.name}`}
      action="Attach"
      refusedBecause={refused}
      pending={attach.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && attach.mutate(request.init)}
      outcome={attach.data ? { job: attach.data.job, whenDone: mounting } : null}
      onClose={onClose}
    >
      <ClientChoice {...field('nodeId')} value={nodeId} />
      {client ? <ClientFacts client={client} /> : null}
      <Radio.Group label="Mode" {...field('mode')}>
        {modes.map((each) => (
          <Radio key={each} size="xs" mt={6} value={each} label={each} description={MODES[each]} />
        ))}
      </Radio.Group>
      <NativeSelect label="Transport" data={transports.map((value) => ({ value, label: TRANSPORTS[value] }))} {...field('transport')} />
      <Checkbox size="xs" label="Attach again after the client restarts" {...field('reattach', { type: 'checkbox' })} />
      <Checkbox
        size="xs"
        label="Attach even during maintenance"
        description="Otherwise the server refuses a client in maintenance."
        {...field('force', { type: 'checkbox' })}
      />
      <Fold summary="Limits per client">
        <LimitFields field={field} />
      </Fold>
      {client ? <PlanSteps steps={attachSteps(volume, client, transport)} /> : null}
      <PlanCommands change={body && refused === null ? { kind: 'attachment.create', attachment: body } : null} />
    </PlanDialog>
  );
}
