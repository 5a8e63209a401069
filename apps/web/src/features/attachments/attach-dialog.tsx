import { Checkbox, NativeSelect, Radio } from '@mantine/core';
import { type AttachmentMode, allowedModes, modeConflict } from '@weft/shared/kinds/attachment';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import type { Attachment, Volume } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { NodeChoice } from '../node-choice.js';
import { nounsOfVolume } from '../volumes/volume-nouns.js';
import { attachSteps } from './attachment-plans.js';

const MODES: Record<AttachmentMode, string> = {
  exclusive: 'One client reads and writes.',
  shared: 'Several clients read and write; a cluster file system or application must keep them apart.',
  readonly: 'Any number of clients read, while none writes.',
};

interface Props {
  volume: Volume;
  /** Existing attachments of the volume. */
  attachments: readonly Attachment[];
  onClose: () => void;
}

export function AttachDialog({ volume, attachments, onClose }: Props) {
  const modes = allowedModes(volume.protection);
  const existing = attachments.map(({ mode }) => mode);
  const [nodeId, setNodeId] = useState('');
  const [mode, setMode] = useState<AttachmentMode>(modes.find((each) => modeConflict(each, existing) === null) ?? 'exclusive');
  const [transport, setTransport] = useState<'rdma' | 'tcp'>('rdma');
  const [reattach, setReattach] = useState(true);
  const [force, setForce] = useState(false);
  const attach = api.useMutation('post', '/api/v1/attachments', { meta: { inline: true, inPlace: true } });
  // While its job runs, the new attachment itself already exists and must not count as a conflict.
  const conflict = attach.data ? null : modeConflict(mode, existing);
  const refused = nodeId === '' ? 'Choose a client first.' : conflict === null ? null : `Not now: ${conflict}.`;

  const body = { volumeId: volume.id, nodeId, mode, transport, reattach, force };
  const request = apiRequest('post', '/api/v1/attachments', { params: { header: useIdempotencyKey(body) }, body });
  const client = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id: nodeId } } }, { enabled: nodeId !== '' }).data;

  return (
    <PlanDialog
      title={`Attach ${volume.name}`}
      action="Attach"
      refusedBecause={refused}
      pending={attach.isPending}
      error={attach.error}
      request={request}
      onApply={() => attach.mutate(request.init)}
      outcome={attach.data ? { job: attach.data.job } : null}
      onClose={onClose}
    >
      <NodeChoice label="Client" value={nodeId} onChange={setNodeId} />
      <Radio.Group label="Mode" value={mode} onChange={(next) => setMode(next as AttachmentMode)}>
        {modes.map((each) => (
          <Radio key={each} size="xs" mt={6} value={each} label={each} description={MODES[each]} />
        ))}
      </Radio.Group>
      <NativeSelect
        label="Transport"
        value={transport}
        data={[
          { value: 'rdma', label: 'RDMA (RoCE v2)' },
          { value: 'tcp', label: 'TCP' },
        ]}
        onChange={(event) => setTransport(event.currentTarget.value as 'rdma' | 'tcp')}
      />
      <Checkbox
        size="xs"
        label="Attach again after the client restarts"
        checked={reattach}
        onChange={(event) => setReattach(event.currentTarget.checked)}
      />
      <Checkbox
        size="xs"
        label="Also if the client is in maintenance"
        description="Refused otherwise: it was said that it will be away."
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
      {client ? <PlanSteps steps={attachSteps(volume, client.name, transport)} nouns={nounsOfVolume(volume)} /> : null}
      <PlanCommands change={refused === null ? { kind: 'attachment.create', attachment: body } : null} />
    </PlanDialog>
  );
}
