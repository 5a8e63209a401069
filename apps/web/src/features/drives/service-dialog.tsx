import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Drive } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { releaseSteps, takeSteps } from './drive-plans.js';
import { useLatestDrive } from './use-latest-drive.js';

/** Takes a blank drive into service: creates the volume group for its legs. */
export function TakeDialog({ drive: known, onClose }: { drive: Drive; onClose: () => void }) {
  const drive = useLatestDrive(known);
  const take = api.useMutation('post', '/api/v1/drives/{id}/take', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/drives/{id}/take', {
    params: { path: { id: drive.id }, header: ifMatch(drive) },
    body: {},
  });
  return (
    <PlanDialog
      title={`Take drive ${drive.serial} into service`}
      action="Take into service"
      refusedBecause={null}
      pending={take.isPending}
      error={take.error}
      request={request}
      onApply={() => take.mutate(request.init)}
      outcome={take.data ? { ...take.data, whenDone: `${drive.serial} is in service. It can hold legs of volumes.` } : null}
      onClose={onClose}
    >
      <p>
        {drive.model}, {formatBytes(drive.sizeBytes)}, on {drive.node.name}. It is blank; the node looks again before it writes anything.
      </p>
      <PlanSteps steps={takeSteps(drive)} />
      <PlanCommands change={{ kind: 'drive.take', driveId: drive.id }} />
    </PlanDialog>
  );
}

/** Takes a drive out of service: it has no legs and gets no new ones. */
export function ReleaseDialog({ drive: known, onClose }: { drive: Drive; onClose: () => void }) {
  const drive = useLatestDrive(known);
  const release = api.useMutation('post', '/api/v1/drives/{id}/release', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/drives/{id}/release', {
    params: { path: { id: drive.id }, header: ifMatch(drive) },
    body: {},
  });
  return (
    <PlanDialog
      title={`Release drive ${drive.serial}`}
      action="Release"
      refusedBecause={null}
      pending={release.isPending}
      error={release.error}
      request={request}
      onApply={() => release.mutate(request.init)}
      outcome={release.data ? { ...release.data, whenDone: `${drive.serial} is out of service and blank.` } : null}
      onClose={onClose}
    >
      <PlanSteps steps={releaseSteps(drive)} />
      <PlanCommands change={{ kind: 'drive.release', driveId: drive.id }} />
    </PlanDialog>
  );
}
