import { createHash } from 'node:crypto';
import type { Orphan } from '@weft/shared/messages/report';

/** Objects of the kernel that it forgets at a restart: the same names afterwards are new objects. */
const KERNEL_KINDS: readonly string[] = ['subsystem', 'port', 'controller', 'mapping'];

/** Identity of an object on a node: UUIDs of LVM and md, or names of the kernel with the boot. An earlier agent reports only the name. */
export const identityOf = ({ kind, name, identity = name }: Orphan, bootId: string | null): string =>
  KERNEL_KINDS.includes(kind) ? `${identity} ${bootId ?? ''}` : identity;

/** Id that follows from the identity: a UUID of version 8 (RFC 9562, 5.8). */
export function orphanId(nodeId: string, kind: string, identity: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([nodeId, kind, identity]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
