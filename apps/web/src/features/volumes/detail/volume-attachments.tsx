import { lazy, Suspense, useState } from 'react';
import type { Attachment, Volume } from '../../../api/types.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { AttachmentsOf } from '../../attachments/attachments-of.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { volumeRefusal } from '../actions/volume-refusals.js';

const AttachDialog = lazy(() => import('../../attachments/attach-dialog.js').then((module) => ({ default: module.AttachDialog })));

/** The attachments of a volume; without any, the next step is to attach it. */
export function VolumeAttachments({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) {
  const [isAttaching, setAttaching] = useState(false);
  const refused = usePermissionRefusal('attachment:create') ?? volumeRefusal('attach', volume, attachments);
  const next = (
    <div className="row">
      <ActionButton variant="filled" refusedBecause={refused} onClick={() => setAttaching(true)}>
        Attach to a client…
      </ActionButton>
      <span className="dimmed">
        The client gets the device <code>/dev/weft/{volume.name}</code>.
      </span>
    </div>
  );
  return (
    <>
      <AttachmentsOf volumeId={volume.id} empty="Attached to no client." next={next} />
      {/* Outside the list: the dialog shows its job to the end after the attachment is in the list. */}
      <Suspense fallback={null}>
        {isAttaching ? <AttachDialog volume={volume} attachments={attachments} onClose={() => setAttaching(false)} /> : null}
      </Suspense>
    </>
  );
}
