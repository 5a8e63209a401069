import { lazy, Suspense, useState } from 'react';
import type { Node } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { type Action, ActionLink, Actions } from '../../../ui/actions/actions.js';
import { nodePlace, schedulingRefusal } from '../../scheduling/place.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { hasHistoryDoubt, rotationRefusal } from './node-refusals.js';

const AcceptHistoryDialog = lazy(() => import('./accept-history-dialog.js').then((module) => ({ default: module.AcceptHistoryDialog })));
const DrainDialog = lazy(() => import('../../scheduling/evict-dialog.js').then((module) => ({ default: module.DrainDialog })));
const CordonDialog = lazy(() => import('../../scheduling/cordon-dialog.js').then((module) => ({ default: module.CordonDialog })));
const UncordonDialog = lazy(() => import('../../scheduling/cordon-dialog.js').then((module) => ({ default: module.UncordonDialog })));
const MaintenanceDialog = lazy(() => import('./maintenance-dialog.js').then((module) => ({ default: module.MaintenanceDialog })));
const EndMaintenanceDialog = lazy(() => import('./maintenance-dialog.js').then((module) => ({ default: module.EndMaintenanceDialog })));
const LabelsDialog = lazy(() => import('./labels-dialog.js').then((module) => ({ default: module.LabelsDialog })));
const RotateCredentialDialog = lazy(() =>
  import('./rotate-credential-dialog.js').then((module) => ({ default: module.RotateCredentialDialog })),
);
const RotateKeysDialog = lazy(() => import('./rotate-keys-dialog.js').then((module) => ({ default: module.RotateKeysDialog })));
const RevokeCredentialDialog = lazy(() =>
  import('./revoke-credential-dialog.js').then((module) => ({ default: module.RevokeCredentialDialog })),
);
const RemoveNodeDialog = lazy(() => import('./remove-node-dialog.js').then((module) => ({ default: module.RemoveNodeDialog })));

/** All actions on a node. */
export function NodeDialogs({ node }: { node: Node }) {
  const [open, setOpen] = useState<
    | 'history'
    | 'labels'
    | 'cordon'
    | 'uncordon'
    | 'drain'
    | 'maintenance'
    | 'end-maintenance'
    | 'rotate'
    | 'keys'
    | 'revoke'
    | 'remove'
    | null
  >(null);
  const change = usePermissionRefusal('node:change');
  const credentials = usePermissionRefusal('node:credentials');
  const accept = usePermissionRefusal('history:accept');
  const remove = usePermissionRefusal('node:delete');
  const place = nodePlace(node);
  const close = () => setOpen(null);
  const toOpen = node.scheduling === 'open' ? 'cordon' : 'uncordon';
  const maintenance: Action = {
    label: node.maintenance ? 'End maintenance…' : 'Maintenance…',
    refusedBecause: change,
    onClick: () => setOpen(node.maintenance ? 'end-maintenance' : 'maintenance'),
  };
  const history: Action = { label: 'Accept history…', refusedBecause: accept, onClick: () => setOpen('history') };
  const inDoubt = hasHistoryDoubt(node);
  return (
    <>
      <Actions
        primary={inDoubt ? history : maintenance}
        links={<ActionLink {...paths.topology(`node:${node.id}`)}>Topology</ActionLink>}
        more={[
          ...(inDoubt ? [maintenance] : []),
          { label: 'Labels…', refusedBecause: change, onClick: () => setOpen('labels') },
          {
            label: toOpen === 'cordon' ? 'Cordon…' : 'Open again…',
            refusedBecause: change ?? schedulingRefusal(toOpen, place),
            onClick: () => setOpen(toOpen),
          },
          { label: 'Drain…', refusedBecause: change ?? schedulingRefusal('evict', place), onClick: () => setOpen('drain') },
          { label: 'Rotate credential…', refusedBecause: credentials ?? rotationRefusal(node), onClick: () => setOpen('rotate') },
          { label: 'Rotate keys…', refusedBecause: credentials, onClick: () => setOpen('keys') },
          { label: 'Revoke credential…', refusedBecause: credentials, isDangerous: true, onClick: () => setOpen('revoke') },
          { label: 'Remove…', refusedBecause: remove, isDangerous: true, onClick: () => setOpen('remove') },
        ]}
      />
      <Suspense fallback={null}>
        {open === 'history' ? <AcceptHistoryDialog node={node} onClose={close} /> : null}
        {open === 'labels' ? <LabelsDialog node={node} onClose={close} /> : null}
        {open === 'cordon' ? <CordonDialog place={place} onClose={close} /> : null}
        {open === 'uncordon' ? <UncordonDialog place={place} onClose={close} /> : null}
        {open === 'drain' ? <DrainDialog {...place} onClose={close} /> : null}
        {open === 'maintenance' ? <MaintenanceDialog node={node} onClose={close} /> : null}
        {open === 'end-maintenance' ? <EndMaintenanceDialog node={node} onClose={close} /> : null}
        {open === 'rotate' ? <RotateCredentialDialog node={node} onClose={close} /> : null}
        {open === 'keys' ? <RotateKeysDialog node={node} onClose={close} /> : null}
        {open === 'revoke' ? <RevokeCredentialDialog node={node} onClose={close} /> : null}
        {open === 'remove' ? <RemoveNodeDialog node={node} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
