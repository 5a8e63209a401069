import { lazy, Suspense, useState } from 'react';
import type { Attachment, Volume } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { type Action, ActionLink, Actions } from '../../../ui/actions/actions.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { type VolumeAction, volumeRefusal } from './volume-refusals.js';

/** Lazy chunks: the page renders before its dialogs. */
const AttachDialog = lazy(() => import('../../attachments/attach-dialog.js').then((module) => ({ default: module.AttachDialog })));
const EditVolumeDialog = lazy(() => import('./edit-volume-dialog.js').then((module) => ({ default: module.EditVolumeDialog })));
const GrowDialog = lazy(() => import('./grow-dialog.js').then((module) => ({ default: module.GrowDialog })));
const AcceptLossDialog = lazy(() => import('./accept-loss-dialog.js').then((module) => ({ default: module.AcceptLossDialog })));
const DiscardDialog = lazy(() => import('./discard-dialog.js').then((module) => ({ default: module.DiscardDialog })));

const LABELS: Record<VolumeAction, string> = {
  attach: 'Attach…',
  grow: 'Grow…',
  'accept-loss': 'Accept a loss…',
  discard: 'Discard…',
  delete: 'Delete…',
};

/** They lose data. */
const DANGEROUS: readonly VolumeAction[] = ['accept-loss', 'discard', 'delete'];

interface Props {
  volume: Volume;
  attachments: readonly Attachment[];
  /** The delete dialog is rendered outside the page: it outlives the volume. */
  onDelete: () => void;
}

/** All actions on a volume. Omits those that make no sense in its state where they would only be clutter. */
export function VolumeDialogs({ volume, attachments, onDelete }: Props) {
  const [open, setOpen] = useState<Exclude<VolumeAction, 'delete'> | 'edit' | null>(null);
  const change = usePermissionRefusal('volume:change');
  const remove = usePermissionRefusal('volume:delete');
  const acceptLoss = usePermissionRefusal('volume:accept-loss');
  const close = () => setOpen(null);
  const actions: VolumeAction[] = [
    'attach',
    'grow',
    'accept-loss',
    ...(volume.obsoleteLegs.length > 0 ? ['discard' as const] : []),
    'delete',
  ];
  const role = (action: VolumeAction) =>
    action === 'accept-loss' || action === 'discard' ? acceptLoss : action === 'delete' ? remove : change;
  const state = (action: VolumeAction) => volumeRefusal(action, volume, attachments);
  const toAction = (action: VolumeAction): Action => ({
    label: LABELS[action],
    refusedBecause: role(action) ?? state(action),
    isDangerous: DANGEROUS.includes(action),
    onClick: () => (action === 'delete' ? onDelete() : setOpen(action)),
  });
  const primary = state('attach') !== null && state('grow') === null ? 'grow' : 'attach';
  return (
    <>
      <Actions
        primary={toAction(primary)}
        links={
          <>
            <ActionLink {...paths.jobs({ subjectId: volume.id })}>Jobs</ActionLink>
            <ActionLink {...paths.topology(`volume:${volume.id}`)}>Topology</ActionLink>
          </>
        }
        more={[
          { label: 'Edit…', refusedBecause: change, onClick: () => setOpen('edit') },
          ...actions.filter((action) => action !== primary).map(toAction),
        ]}
      />
      <Suspense fallback={null}>
        {open === 'edit' ? <EditVolumeDialog volume={volume} onClose={close} /> : null}
        {open === 'attach' ? <AttachDialog volume={volume} attachments={attachments} onClose={close} /> : null}
        {open === 'grow' ? <GrowDialog volume={volume} attachments={attachments} onClose={close} /> : null}
        {open === 'accept-loss' ? <AcceptLossDialog volume={volume} onClose={close} /> : null}
        {open === 'discard' ? <DiscardDialog volume={volume} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
