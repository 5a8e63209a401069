import { attachmentActions } from '@weft/shared/kinds/attachment';
import { useState } from 'react';
import type { Attachment } from '../../api/types.js';
import { paths } from '../../paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { ActionButton } from '../../ui/action-button.js';
import { TextLink } from '../../ui/links.js';
import { Loaded } from '../../ui/loaded.js';
import { Empty } from '../../ui/message.js';
import { Status } from '../../ui/status.js';
import { useRoleRefusal } from '../session/use-session.js';
import { attachmentStatus, pathsText } from './attachment-status.js';
import { DetachDialog } from './detach-dialog.js';
import { useAttachments } from './use-attachments.js';

interface Props {
  volumeId?: string;
  nodeId?: string;
  empty: string;
}

/** Attachments of one volume or on one node, and the way to end them. */
export function AttachmentsOf({ volumeId, nodeId, empty }: Props) {
  const attachments = useAttachments({ volumeId, nodeId });
  const refused = useRoleRefusal('operator');
  const naming = ({ volume, node }: Attachment) => (volumeId === undefined ? volume.name : node.name);
  const [detaching, setDetaching] = useState<Attachment | null>(null);
  return (
    <Loaded of={attachments} gone={empty}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>{empty}</Empty>
        ) : (
          <>
            <PlainTable
              label="Attachments"
              rows={[...items].sort((a, b) => naming(a).localeCompare(naming(b)))}
              rowKey={({ id }) => id}
              columns={[
                volumeId === undefined
                  ? { name: 'Volume', cell: ({ volume }) => <TextLink {...paths.volume(volume.id)}>{volume.name}</TextLink> }
                  : { name: 'Client', cell: ({ node }) => <TextLink {...paths.node(node.id)}>{node.name}</TextLink> },
                { name: 'State', cell: (attachment) => <Status {...attachmentStatus(attachment)} />, wide: true },
                { name: 'Mode', cell: ({ mode }) => mode },
                { name: 'Transport', cell: ({ transport }) => transport },
                { name: 'Paths', cell: (attachment) => pathsText(attachment) },
                { name: 'Device', cell: ({ device }) => (device ? <code>{device}</code> : <span className="dimmed">none yet</span>) },
                { name: 'In use', cell: ({ open }) => (open ? 'open' : 'no') },
                {
                  name: 'Actions',
                  cell: (attachment) => (
                    <ActionButton
                      size="compact-xs"
                      refusedBecause={refused ?? detachRefusal(attachment)}
                      onClick={() => setDetaching(attachment)}
                    >
                      Detach…
                    </ActionButton>
                  ),
                },
              ]}
            />
            {detaching ? <DetachDialog attachment={detaching} onClose={() => setDetaching(null)} /> : null}
          </>
        )
      }
    </Loaded>
  );
}

const detachRefusal = ({ state }: Attachment): string | null =>
  attachmentActions.detach.includes(state)
    ? null
    : `Not now: it is ${state}. This takes one that is ${attachmentActions.detach.join(' or ')}.`;
