import type { Attachment, Volume } from '../../../api/types.js';
import { Fold } from '../../../ui/fold.js';
import { Section } from '../../../ui/page.js';
import { MountCommands } from '../../attachments/mount-commands.js';
import { useNodes } from '../use-nodes.js';
import { VolumeAttachments } from './volume-attachments.js';

/** The clients of a volume, and how each uses its device. */
export function AttachmentsTab({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) {
  const nodes = useNodes(attachments.map(({ node }) => node.id));
  return (
    <>
      <Section title="Attachments">
        <VolumeAttachments volume={volume} attachments={attachments} />
      </Section>
      {attachments.length > 0 ? (
        <Section title="Mounting">
          {attachments.map(({ id, node, mode }) => (
            <Fold key={id} summary={`Commands for ${node.name}`} isTroubled={attachments.length === 1}>
              <MountCommands volume={volume.name} client={node.name} mode={mode} distribution={nodes.get(node.id)?.distribution ?? null} />
            </Fold>
          ))}
        </Section>
      ) : null}
    </>
  );
}
