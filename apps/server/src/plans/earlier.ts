import { randomUUID } from 'node:crypto';
import { subsystemNqn } from '@weft/shared/identity';
import { type AttachmentDocument, tenureOf } from '../domain/documents/attachment.document.js';
import { type LegDocument, roleOf, type VolumeDocument } from '../domain/documents/volume.document.js';
import type { Part } from './part.js';

/**
 * How a rehearsal brings simulated machines to where the real ones are.
 * An array that was created once has superblocks on its legs, which it gets as it got them then: by the first attachment of its volume.
 */
export interface Earlier {
  /** The world in which the array is created; null: there is none to create. */
  creation: Part | null;
  /** The worlds after that, up to that of now. */
  since: Part[];
}

export function earlier(before: Part, after: Part): Earlier {
  const { volume, drives } = before;
  const first = [...before.attachments, ...after.attachments].find(({ revoked }) => !revoked);
  if (!volume?.array?.created || !first) return { creation: null, since: [] };
  // The superblocks of a volume that is attached carry the name of its attachment, also while its client cannot start the array (S3).
  const isNamed = first.state === 'attached' && first.mode === 'exclusive' && before.attachments.includes(first);
  const id = isNamed ? first._id : randomUUID();
  // Else before every attachment that there is.
  const tenure = isNamed ? tenureOf(first) : 1;
  const part = (change: Pick<AttachmentDocument, 'desired' | 'state'>, exports: 'exported' | 'absent'): Part => ({
    drives,
    volume: young(volume),
    attachments: [
      {
        ...first,
        ...change,
        _id: id,
        tenure,
        mode: 'exclusive',
        reattach: true,
        exports: first.exports.map((each) => ({ ...each, desired: exports, subsystemNqn: subsystemNqn(id, each.nodeId, first.epoch) })),
      },
    ],
  });
  return {
    creation: part({ desired: 'attached', state: 'attaching' }, 'exported'),
    since: [
      part({ desired: 'detached', state: 'detaching' }, 'exported'),
      part({ desired: 'detached', state: 'unexporting' }, 'absent'),
      { drives, volume, attachments: [] },
    ],
  };
}

/** As it was before its array: one leg of each index. */
function young(volume: VolumeDocument): VolumeDocument {
  const oldest = [...volume.legs].filter((leg) => leg.desired === 'present').sort((a, b) => AGE[roleOf(b)] - AGE[roleOf(a)]);
  const legs = new Map(oldest.toReversed().map((leg): [number, LegDocument] => [leg.index, { ...leg, role: 'member', inSync: true }]));
  // Legs carry the UUID of the epoch before until the array was reported under the new one.
  const array = volume.array && {
    ...volume.array,
    uuid: volume.array.previousUuid ?? volume.array.uuid,
    created: false,
    previousUuid: null,
  };
  return { ...volume, array, legs: [...legs.values()], growth: null };
}

const AGE = { joining: 0, member: 1, leaving: 2 };
