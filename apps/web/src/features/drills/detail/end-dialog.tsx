import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Drill } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { drillWords } from '../drill-words.js';

interface Props {
  drill: Drill;
  action: 'cancel' | 'delete';
  onClose: () => void;
}

/** Cancels a drill, or deletes one that has ended. */
export const EndDialog = ({ action, ...rest }: Props) => (action === 'cancel' ? <CancelDialog {...rest} /> : <DeleteDialog {...rest} />);

function CancelDialog({ drill, onClose }: Omit<Props, 'action'>) {
  const cancel = api.useMutation('post', '/api/v1/drills/{id}/cancel', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/drills/{id}/cancel', { params: { path: { id: drill.id } }, body: {} });
  const shown = { title: `Cancel: ${drillWords[drill.kind]}`, action: 'Cancel the drill', refusedBecause: null, outcome: null };
  return (
    <PlanDialog
      {...shown}
      pending={cancel.isPending}
      error={cancel.error}
      request={request}
      onApply={() => cancel.mutate(request.init)}
      onClose={onClose}
    >
      <p>Its agents take the fault back at once, and the load ends. A scratch volume is detached and deleted.</p>
    </PlanDialog>
  );
}

function DeleteDialog({ drill, onClose }: Omit<Props, 'action'>) {
  const go = useNavigate();
  const remove = api.useMutation('delete', '/api/v1/drills/{id}', { meta: { inline: true }, onSuccess: () => go(paths.drills()) });
  const header = { 'If-Match': `"${drill.version}"` };
  const request = apiRequest('delete', '/api/v1/drills/{id}', { params: { path: { id: drill.id }, header } });
  const shown = { title: `Delete: ${drillWords[drill.kind]}`, action: 'Delete the drill', refusedBecause: null, outcome: null };
  return (
    <PlanDialog
      {...shown}
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onApply={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      <p>Its report is deleted. Nothing on the nodes changes.</p>
    </PlanDialog>
  );
}
