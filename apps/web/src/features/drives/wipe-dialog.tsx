import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Drive } from '../../api/types.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { useLatestDrive } from './use-latest-drive.js';
import { sanitizes, wipeMethodText } from './wipe-method.js';

export function WipeDialog({ drive: known, onClose }: { drive: Drive; onClose: () => void }) {
  const drive = useLatestDrive(known);
  const [onlyZeros, setOnlyZeros] = useState(false);
  const asked = onlyZeros ? { method: 'zero' as const } : {};
  const wipe = api.useMutation('post', '/api/v1/drives/{id}/wipe', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/drives/{id}/wipe', {
    params: { path: { id: drive.id }, header: ifMatch(drive) },
    body: { serial: drive.serial, ...asked },
  });
  return (
    <PlanDialog
      title={`Wipe drive ${drive.serial}`}
      action="Destroy everything on it"
      isGrave
      typed={{ label: 'Type the drive’s serial', wanted: drive.serial, isFirst: true }}
      refusedBecause={null}
      pending={wipe.isPending}
      error={wipe.error}
      request={request}
      onApply={() => wipe.mutate(request.init)}
      outcome={wipe.data ? { ...wipe.data, whenDone: `${drive.serial} is blank and can be taken into service.` } : null}
      onClose={onClose}
    >
      <p>
        On it, on {drive.node.name}: <strong>{drive.contents.join('; ') || 'nothing that is recognised'}</strong>.{' '}
        {wipeMethodText(drive, onlyZeros)} The wipe is recorded, as proof for whoever gets the drive.
      </p>
      {sanitizes(drive) ? (
        <Checkbox
          label="Overwrite with zeros instead"
          checked={onlyZeros}
          onChange={(event) => setOnlyZeros(event.currentTarget.checked)}
        />
      ) : null}
      <PlanCommands change={{ kind: 'drive.wipe', driveId: drive.id, ...asked }} />
    </PlanDialog>
  );
}
