import { Checkbox } from '@mantine/core';
import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { nounsOfVolume } from '../volume-nouns.js';
import { discardSteps } from '../volume-plans.js';

/** Destroys the legs that were kept from older epochs. */
export function DiscardDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const [legIds, setLegIds] = useState<string[]>([]);
  const discard = api.useMutation('post', '/api/v1/volumes/{id}/discard', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/volumes/{id}/discard', {
    params: { path: { id: volume.id }, header: ifMatch(volume) },
    body: { volumeName: volume.name, legIds },
  });
  return (
    <PlanDialog
      title={`Discard obsolete legs of ${volume.name}`}
      action="Destroy them"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={legIds.length === 0 ? 'Choose the legs to destroy first.' : null}
      pending={discard.isPending}
      error={discard.error}
      request={request}
      onApply={() => discard.mutate(request.init)}
      outcome={discard.data ?? null}
      onClose={onClose}
    >
      <Checkbox.Group label="Legs of older epochs" value={legIds} onChange={setLegIds}>
        {volume.obsoleteLegs.map((leg) => (
          <Checkbox
            key={leg.id}
            size="xs"
            mt={6}
            value={leg.id}
            disabled={!leg.fenceConfirmed || leg.discarding}
            label={`leg ${leg.index} of epoch ${leg.epoch} on ${leg.node.name}, drive ${leg.drive.serial}, ${formatBytes(leg.sizeBytes)}`}
            description={
              leg.discarding
                ? 'being removed already'
                : leg.fenceConfirmed
                  ? leg.why.replace('-', ' ')
                  : `it may still be exported: ${leg.node.name} has not confirmed the fence`
            }
          />
        ))}
      </Checkbox.Group>
      {legIds.length > 0 ? <PlanSteps steps={discardSteps(volume, legIds)} nouns={nounsOfVolume(volume)} /> : null}
      <PlanCommands change={legIds.length > 0 ? { kind: 'volume.discard', volumeId: volume.id, legIds } : null} />
    </PlanDialog>
  );
}
