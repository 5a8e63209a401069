import type { AttachmentMode } from '@weft/shared/kinds/attachment';
import { Copyable } from '../../ui/text/copyable.js';
import { mountLines } from './mount-lines.js';

interface Props {
  volume: string;
  client: string;
  mode: AttachmentMode;
  /** As the client's agent reports it. */
  distribution: string | null;
}

/** The device, and the commands that put XFS on it and mount it, to copy. */
export function MountCommands({ volume, client, mode, distribution }: Props) {
  const lines = mountLines(volume, mode, distribution);
  const device = lines?.device ?? `/dev/weft/${volume}`;
  const where = distribution === null ? client : `${client} (${distribution})`;
  return (
    <section className="stack" aria-label={`Use ${volume} on ${client}`}>
      <span>On {where}, as root. The device is</span>
      <Copyable label="Device" text={device} />
      {lines === null ? (
        <span>
          Several clients write to it: mount it only with software that is made for that. XFS or ext4 on two clients at once destroys
          itself.
        </span>
      ) : (
        <>
          {lines.once === null ? null : (
            <>
              <span>Once, while the volume has no data:</span>
              <Copyable label="File system commands" text={lines.once} />
            </>
          )}
          <span>This line in /etc/fstab:</span>
          <Copyable label="fstab line" text={lines.fstab} />
          <Copyable label="Mount command" text={lines.mount} />
        </>
      )}
    </section>
  );
}
