import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Attachment, Volume } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { Empty, Message } from '../../ui/text/message.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
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
      title={`Force detach ${volume.name} from ${node.name}`}
      action="Force detach"
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
          Detach is the clean way. A force detach stops the device under processes that have it open on {node.name}; unwritten data is lost.
          The audit records every statement below with your name.
        </p>
      </Message>
      <Checkbox
        size="xs"
        label={`${node.name} is off`}
        description="Weft does not wait for its report of the removal. Does not cover targets."
        checked={clientIsOff}
        onChange={(event) => setClientIsOff(event.currentTarget.checked)}
      />
      {found.data ? (
        <>
          <Targets volume={found.data} targetsOff={targetsOff} onChange={setTargetsOff} />
          {targetsOff.length > 0 ? (
            <Checkbox
              size="xs"
              label="Accept the loss of writes that only their legs have"
              description="Required if no other leg of the mirror set is in sync, or if the client has not released the volume: only these legs may have its latest writes."
              checked={acceptLoss}
              onChange={(event) => setAcceptLoss(event.currentTarget.checked)}
            />
          ) : null}
          <PlanSteps steps={revokeSteps(found.data, attachment, { clientIsOff, targetsOff })} />
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
        label={`${name} is off, and exports nothing before it connects to a server`}
        description="Weft does not wait for its fence, and its legs leave the epoch. Does not cover the client."
      />
    ))}
  </Checkbox.Group>
);
