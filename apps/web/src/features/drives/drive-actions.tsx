import { useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { useRoleRefusal } from '../session/use-session.js';
import { driveRefusal } from './drive-refusals.js';
import { WipeDialog } from './wipe-dialog.js';

/** The one or two things that make sense for a drive as it is; what does not is left out of rows, so that they stay calm. */
export function DriveActions({ drive }: { drive: Drive }) {
  const operator = useRoleRefusal('operator');
  const administrator = useRoleRefusal('administrator');
  const [wiping, setWiping] = useState(false);
  const take = api.useMutation('post', '/api/v1/drives/{id}/take');
  const release = api.useMutation('post', '/api/v1/drives/{id}/release');
  const init = { params: { path: { id: drive.id }, header: ifMatch(drive) } };
  return (
    <span className="row">
      {drive.state === 'available' || drive.state === 'taking' ? (
        <ActionButton
          size="compact-xs"
          loading={take.isPending}
          refusedBecause={operator ?? driveRefusal('take', drive)}
          onClick={() => take.mutate({ ...init, body: {} })}
        >
          Take
        </ActionButton>
      ) : null}
      {drive.state === 'occupied' || drive.state === 'wiping' ? (
        <ActionButton size="compact-xs" refusedBecause={administrator ?? driveRefusal('wipe', drive)} onClick={() => setWiping(true)}>
          Wipe…
        </ActionButton>
      ) : null}
      {drive.state === 'in-service' || drive.state === 'missing' || drive.state === 'releasing' ? (
        <ActionButton
          size="compact-xs"
          loading={release.isPending}
          refusedBecause={operator ?? driveRefusal('release', drive)}
          onClick={() => release.mutate({ ...init, body: {} })}
        >
          Release
        </ActionButton>
      ) : null}
      {wiping ? <WipeDialog drive={drive} onClose={() => setWiping(false)} /> : null}
    </span>
  );
}
