import { createHash } from 'node:crypto';

/** Name of the driver in Kubernetes: the `provisioner` of a StorageClass. */
export const DRIVER = 'csi.weft.org';

/** Label of a volume with the name that the container orchestrator gave it. Only volumes with it are ever deleted by this driver. */
export const NAME_LABEL = 'csi-name';

/**
 * Name of a volume in Weft. Orchestrators give up to 128 characters of any kind, and Kubernetes `pvc-` with a UUID, which is too long already:
 * the name is a hash of 130 bits. Base 32 in lower case, without letters that people confuse.
 */
export function weftName(csiName: string): string {
  const digest = createHash('sha256').update(csiName).digest();
  const digits = [...digest.subarray(0, 26)].map((byte) => 'abcdefghjkmnpqrstvwxyz0123456789'.charAt(byte & 31));
  return `csi-${digits.join('')}`;
}
