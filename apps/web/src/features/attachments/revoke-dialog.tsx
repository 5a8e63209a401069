import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Attachment, Volume } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { Empty, Message } from '../../ui/text/message.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { nounsOfVolume } from '../volumes/volume-nouns.js';
import { revokeSteps } from '../volumes/volume-plans.js';
import { useLatestAttachment } from './use-attachments.js';

interface Props {
  attachment: Attachment;
  onClose: () => void;
}

/** Force detaches a volume from a client that does not release it. The user confirms each statement separately (S13). */
export function RevokeDialog({ attachment: known, onClose }: Props) {
  const attachment = useLatestAttachment(known);
  const { volume, node } = attachment;
  const found = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id: volume.id } } });
  const [clientIsOff, setClientIsOff] = useState(false);
  const [targetsOff, setTargetsOff] = useState<string[]>([]);
  const [acceptLoss, setAcceptLoss] = useState(false);
  const revoke = api.useMutation('post', '/api/v1/attachments/{id}/revoke', { meta: { inline: true, inPlace: true } });
  const statements = { clientIsOff, targetsOff, acceptLoss: acceptLoss && targetsOff.length > 0 };
  const request = apiRequest('post', '/api/v1/attachments/{id}/revoke', {
    params: { path: { id: attachment.id }, header: ifMatch(attachment) },
    body: { volumeName: volume.name, ...statements },
  });
  return (
    <PlanDialog
      title={`Take ${volume.name} away from ${node.name}`}
      action="Take it away"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={null}
      pending={revoke.isPending}
      error={revoke.error}
      request={request}
      onApply={() => revoke.mutate(request.init)}
      outcome={revoke.data ?? null}
      onClose={onClose}
    >
      <Message tone="warn">
        <p>
          Detaching is the clean way. By force the device stops under whoever has it open on {node.name}; what was not yet written there is
          lost. Every statement below is written down with your name.
        </p>
      </Message>
      <Checkbox
        size="xs"
        label={`${node.name} is off`}
        description="Then its word that nothing is left there is not waited for. Says nothing about targets."
        checked={clientIsOff}
        onChange={(event) => setClientIsOff(event.currentTarget.checked)}
      />
      {found.data ? (
        <>
          <Targets volume={found.data} targetsOff={targetsOff} onChange={setTargetsOff} />
          {targetsOff.length > 0 ? (
            <Checkbox
              size="xs"
              label="Accept the loss of what only their legs have"
              description="Needed where no other leg of the mirror set is in sync, or the client has not let go of the volume: it may have written to them alone."
              checked={acceptLoss}
              onChange={(event) => setAcceptLoss(event.currentTarget.checked)}
            />
          ) : null}
          <PlanSteps
            steps={revokeSteps(found.data, attachment, { clientIsOff, targetsOff })}
            nouns={[{ kind: 'volume', ...volume }, ...nounsOfVolume(found.data, [attachment])]}
          />
          <PlanCommands change={{ kind: 'attachment.revoke', attachmentId: attachment.id, ...statements }} />
        </>
      ) : (
        <Empty>Loading…</Empty>
      )}
    </PlanDialog>
  );
}

const Targets = ({ volume, targetsOff, onChange }: { volume: Volume; targetsOff: string[]; onChange: (targetsOff: string[]) => void }) => (
  <Checkbox.Group label="Targets that are off" value={targetsOff} onChange={onChange}>
    {[...new Map(volume.legs.map((leg) => [leg.node.id, leg.node])).values()].map(({ id, name }) => (
      <Checkbox
        key={id}
        size="xs"
        mt={6}
        value={id}
        label={`${name} is off, and will not export before it has talked to a server`}
        description="Then its fence is not waited for, and its legs leave the epoch. Says nothing about the client."
      />
    ))}
  </Checkbox.Group>
);
