import { Button, Checkbox, Modal, NativeSelect, Radio } from '@mantine/core';
import { type AttachmentMode, allowedModes, modeConflict } from '@weft/shared/kinds/attachment';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import type { Attachment, Volume } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { ProblemView } from '../../ui/problem-view.js';
import { useChoices } from '../use-choices.js';

const MODES: Record<AttachmentMode, string> = {
  exclusive: 'One client reads and writes.',
  shared: 'Several clients read and write; a cluster file system or application must keep them apart.',
  readonly: 'Any number of clients read, while none writes.',
};

interface Props {
  volume: Volume;
  /** What it has already. */
  attachments: readonly Attachment[];
  onClose: () => void;
}

export function AttachDialog({ volume, attachments, onClose }: Props) {
  const { nodes } = useChoices();
  const modes = allowedModes(volume.protection);
  const existing = attachments.map(({ mode }) => mode);
  const [nodeId, setNodeId] = useState('');
  const [mode, setMode] = useState<AttachmentMode>(modes.find((each) => modeConflict(each, existing) === null) ?? 'exclusive');
  const [transport, setTransport] = useState<'rdma' | 'tcp'>('rdma');
  const [reattach, setReattach] = useState(true);
  const attach = api.useMutation('post', '/api/v1/attachments', { meta: { inline: true }, onSuccess: onClose });
  const conflict = modeConflict(mode, existing);
  const refused = nodeId === '' ? 'Choose a client first.' : conflict === null ? null : `Not now: ${conflict}.`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === null) attach.mutate({ body: { volumeId: volume.id, nodeId, mode, transport, reattach } });
  };

  return (
    <Modal opened onClose={onClose} title={`Attach ${volume.name}`}>
      <form className="stack" onSubmit={submit}>
        <NativeSelect
          label="Client"
          data-autofocus
          value={nodeId}
          data={[{ value: '', label: 'Choose a node…' }, ...nodes]}
          onChange={(event) => setNodeId(event.currentTarget.value)}
        />
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
        {attach.error ? <ProblemView error={attach.error} /> : null}
        <div className="row">
          <ActionButton variant="filled" type="submit" loading={attach.isPending} refusedBecause={refused}>
            Attach
          </ActionButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
