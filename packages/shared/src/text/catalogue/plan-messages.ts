import { entry } from '../entry.js';
import { count, drive, leg, node, volume, yes } from '../field.js';
import { words } from '../words.js';
import { drive0, leg0, orders, t2 } from './examples.js';

/* Plans of changes: what happens, and remarks. */
export const planMessages = {
  /** `needsAttachment`: no client has the volume attached exclusive now. */
  'leg-moves': entry(
    { leg, volume, drive, node, needsAttachment: yes },
    {
      message: ({ leg, volume, drive, node, needsAttachment }) => {
        const then = needsAttachment ? ', once a client has the volume attached exclusive: nobody else copies a mirror' : '';
        return words`leg ${leg} of ${volume} moves to drive ${drive} of ${node}${then}`;
      },
      example: { leg: leg0, volume: orders, drive: drive0, node: t2, needsAttachment: true },
    },
  ),
  'leg-without-place': entry(
    { legIndex: count },
    { message: ({ legIndex }) => words`leg ${legIndex} finds no place`, example: { legIndex: 1 } },
  ),
};
