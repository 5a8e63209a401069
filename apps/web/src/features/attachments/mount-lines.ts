import type { AttachmentMode } from '@weft/shared/kinds/attachment';

/** docs/mounting.md explains each option. */
const OPTIONS = '_netdev,nofail,x-systemd.requires=weft-volumes.service,x-systemd.device-timeout=5min';

export interface MountLines {
  device: string;
  /** Once, while the volume has no data; null: nothing may be written. */
  once: string | null;
  fstab: string;
  mount: string;
}

/** The package with mkfs.xfs: Debian and Ubuntu do not install it by default. */
const installs = (distribution: string | null): string[] =>
  distribution !== null && /debian|ubuntu/i.test(distribution) ? ['apt install -y xfsprogs'] : [];

/**
 * What to run as root on the client, XFS as in docs/mounting.md.
 * @param distribution as the client's agent reports it; null: not known.
 * @returns null: several clients write, and only software that is made for it may mount the volume.
 */
export function mountLines(volume: string, mode: AttachmentMode, distribution: string | null): MountLines | null {
  if (mode === 'shared') return null;
  const [device, folder] = [`/dev/weft/${volume}`, `/srv/${volume}`];
  const isReadOnly = mode === 'readonly';
  return {
    device,
    once: isReadOnly ? null : [...installs(distribution), `mkfs.xfs ${device}`].join('\n'),
    fstab: `${device}  ${folder}  xfs  ${isReadOnly ? 'ro,norecovery,' : ''}${OPTIONS}  0 0`,
    mount: `mkdir -p ${folder} && systemctl daemon-reload && mount ${folder}`,
  };
}
