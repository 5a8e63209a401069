import { NativeSelect } from '@mantine/core';
import { type DriveRole, driveRoles } from '@weft/shared/kinds/drive';
import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Drive } from '../../api/types.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { releaseSteps, takeSteps } from './drive-plans.js';
import { useLatestDrive } from './use-latest-drive.js';

const USES: Record<DriveRole, string> = {
  data: 'For legs of volumes.',
  cache: 'For caches of legs on the same node: a fast drive, which then belongs to no drive class.',
};
const WHEN_TAKEN: Record<DriveRole, string> = {
  data: 'It can hold legs of volumes.',
  cache: 'It can hold caches of the legs on its node.',
};

/** Takes a blank drive into service: creates its volume group. */
export function TakeDialog({ drive: known, onClose }: { drive: Drive; onClose: () => void }) {
  const drive = useLatestDrive(known);
  const [role, setRole] = useState<DriveRole>('data');
  const take = api.useMutation('post', '/api/v1/drives/{id}/take', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/drives/{id}/take', {
    params: { path: { id: drive.id }, header: ifMatch(drive) },
    body: role === 'data' ? {} : { role },
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
      outcome={take.data ? { ...take.data, whenDone: `${drive.serial} is in service. ${WHEN_TAKEN[role]}` } : null}
      onClose={onClose}
    >
      <p>
        {drive.model}, {formatBytes(drive.sizeBytes)}, on {drive.node.name}. It is blank; the node looks again before it writes anything.
      </p>
      <NativeSelect
        label="Use"
        description={USES[role]}
        data={[...driveRoles]}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as DriveRole)}
      />
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
