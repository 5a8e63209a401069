import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Backup } from '../../api/types.js';
import { PlanDialog } from '../jobs/plan-dialog.js';

export function TakeBackupDialog({ onClose }: { onClose: () => void }) {
  const take = api.useMutation('post', '/api/v1/backups', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/backups', { body: {} });
  return (
    <PlanDialog
      title="Back up the database"
      action="Back up now"
      refusedBecause={null}
      pending={take.isPending}
      error={take.error}
      request={request}
      onApply={() => take.mutate(request.init)}
      outcome={take.data ? { ...take.data, whenDone: 'The backup is stored. The server has read it back in full.' } : null}
      onClose={onClose}
    >
      <p>
        The server that takes the backups writes one more encrypted file. No rotation removes it: remove the file by hand when you no longer
        need it.
      </p>
    </PlanDialog>
  );
}

export function VerifyBackupDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const verify = api.useMutation('post', '/api/v1/backups/{id}/verify', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('post', '/api/v1/backups/{id}/verify', { params: { path: { id: backup.id } }, body: {} });
  return (
    <PlanDialog
      title="Verify a backup"
      action="Verify"
      refusedBecause={null}
      pending={verify.isPending}
      error={verify.error}
      request={request}
      onApply={() => verify.mutate(request.init)}
      outcome={verify.data ? { ...verify.data, whenDone: 'Every byte of the file is authentic.' } : null}
      onClose={onClose}
    >
      <p>
        The server that takes the backups reads the whole file and checks every byte with its key: <code>{backup.fileName}</code>
      </p>
    </PlanDialog>
  );
}
