import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { Linked } from '../../../ui/text/linked.js';
import { Message } from '../../../ui/text/message.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { legStatus } from '../leg-status.js';
import { nounsOfVolume } from '../volume-nouns.js';
import { acceptLossSteps } from '../volume-plans.js';
import { legsThatMayBeLost } from './volume-refusals.js';

/** Requires an explicit acceptance (S4): the user selects the legs and types the volume's name. */
export function AcceptLossDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const [legIds, setLegIds] = useState<string[]>([]);
  const accept = api.useMutation('post', '/api/v1/volumes/{id}/accept-loss', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/volumes/{id}/accept-loss', {
    params: { path: { id: volume.id }, header: ifMatch(volume) },
    body: { volumeName: volume.name, legIds },
  });
  return (
    <PlanDialog
      title={`Accept a loss of ${volume.name}`}
      action="Give up what only they have"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={legIds.length === 0 ? 'Choose the legs to give up first.' : null}
      pending={accept.isPending}
      error={accept.error}
      request={request}
      onApply={() => accept.mutate(request.init)}
      outcome={accept.isSuccess ? { text: `Epoch ${accept.data.epoch} has started without them. The volume can be attached.` } : null}
      onClose={onClose}
    >
      <Message tone="warn">
        <p>
          A leg that cannot be reached may have what was written last. Wait for it if you can: whatever only it has is lost to the volume
          for good.
        </p>
      </Message>
      <Checkbox.Group label="Legs to give up" value={legIds} onChange={setLegIds}>
        {legsThatMayBeLost(volume).map((leg) => {
          const { what, why } = legStatus(leg, volume);
          return (
            <Checkbox
              key={leg.id}
              size="xs"
              mt={6}
              value={leg.id}
              label={`leg ${leg.index} on ${leg.node.name}, drive ${leg.drive.serial}`}
              description={
                <>
                  {what}
                  {leg.inSync ? ', in sync at the last report' : ''}
                  {typeof why === 'string' ? (
                    <>
                      : <Linked text={why} nouns={[]} />
                    </>
                  ) : null}
                </>
              }
            />
          );
        })}
      </Checkbox.Group>
      {legIds.length > 0 ? <PlanSteps steps={acceptLossSteps(volume, legIds)} nouns={nounsOfVolume(volume)} /> : null}
      <PlanCommands change={legIds.length > 0 ? { kind: 'volume.accept-loss', volumeId: volume.id, legIds } : null} />
    </PlanDialog>
  );
}
