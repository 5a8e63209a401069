import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Attachment } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { AttachmentActions } from './attachment-actions.js';
import { attachmentStatus, pathsCount } from './attachment-status.js';
import { useAttachments } from './use-attachments.js';

const DetachDialog = lazy(() => import('./detach-dialog.js').then((module) => ({ default: module.DetachDialog })));
const RevokeDialog = lazy(() => import('./revoke-dialog.js').then((module) => ({ default: module.RevokeDialog })));

interface Props {
  volumeId?: string;
  nodeId?: string;
  empty: string;
  /** Next step while there is none. */
  next?: ReactNode;
}

/** Attachments of one volume or on one node, with the actions that end them. */
export function AttachmentsOf({ volumeId, nodeId, empty, next }: Props) {
  const attachments = useAttachments({ volumeId, nodeId });
  const naming = ({ volume, node }: Attachment) => (volumeId === undefined ? volume.name : node.name);
  const [detaching, setDetaching] = useState<Attachment | null>(null);
  const [revoking, setRevoking] = useState<Attachment | null>(null);
  return (
    <>
      <Loaded of={attachments} gone={empty}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty action={next}>{empty}</Empty>
          ) : (
            <PlainTable
              label="Attachments"
              rows={[...items].sort((a, b) => naming(a).localeCompare(naming(b)))}
              rowKey={({ id }) => id}
              columns={[
                volumeId === undefined
                  ? { name: 'Volume', cell: ({ volume }) => <TextLink {...paths.volume(volume.id)}>{volume.name}</TextLink> }
                  : { name: 'Client', cell: ({ node }) => <TextLink {...paths.node(node.id)}>{node.name}</TextLink> },
                { name: 'State', cell: (attachment) => <Status {...attachmentStatus(attachment)} />, wide: true },
                { name: 'Mode', cell: ({ mode }) => mode, whole: true },
                { name: 'Transport', cell: ({ transport }) => transport },
                {
                  name: 'Paths',
                  cell: (attachment) => <TextLink {...paths.attachment(attachment.id)}>{pathsCount(attachment)}</TextLink>,
                  whole: true,
                },
                {
                  name: 'Device',
                  cell: ({ device }) => (device ? <code>{device}</code> : <span className="dimmed">none yet</span>),
                  whole: true,
                },
                { name: 'In use', cell: ({ open }) => (open ? 'open' : 'no') },
                {
                  name: 'Actions',
                  whole: true,
                  cell: (attachment) => (
                    <AttachmentActions
                      attachment={attachment}
                      onOpen={(what) => (what === 'detach' ? setDetaching(attachment) : setRevoking(attachment))}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {/* Outside the list: the dialogs show their jobs to the end after the attachment is deleted. */}
      <Suspense fallback={null}>
        {detaching ? <DetachDialog attachment={detaching} onClose={() => setDetaching(null)} /> : null}
        {revoking ? <RevokeDialog attachment={revoking} onClose={() => setRevoking(null)} /> : null}
      </Suspense>
    </>
  );
}
