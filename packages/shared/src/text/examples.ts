import type { Message } from './message.js';
import { attachmentRef, driveRef, legRef, nodeRef, volumeRef } from './references.js';

/* Objects that the catalogue's examples name. */
const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
export const c1 = nodeRef(idOf(1), 'c1');
export const t1 = nodeRef(idOf(2), 't1');
export const t2 = nodeRef(idOf(3), 't2');
export const drive0 = driveRef(idOf(6), 'S64GNE0R');
export const drive1 = driveRef(idOf(9), 'S64GNE0T');
export const leg0 = legRef({ id: idOf(4), index: 0 });
export const leg1 = legRef({ id: idOf(5), index: 1 });
export const orders = volumeRef(idOf(7), 'orders');
export const ordersOnC1 = attachmentRef(idOf(8), 'orders on c1');
export const ids = { leg: leg0.id, drive: drive0.id, other: idOf(8) };
export const report = {
  code: 'agent-report',
  params: { code: 'device-busy', text: 'the device is open by postgres (pid 4711)' },
} satisfies Message;
