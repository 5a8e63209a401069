import { randomUUID } from 'node:crypto';
import { subsystemNqn } from '@weft/shared/identity';
import { type AttachmentDocument, tenureOf } from '../domain/documents/attachment.document.js';
import type { Changes } from '../domain/documents/parts.js';
import { type LegDocument, roleOf, type VolumeDocument } from '../domain/documents/volume.document.js';
import type { Part } from './part.js';

/**
 * Steps that bring simulated machines into the state of the real ones.
 * The legs of an array that was once created have superblocks. The rehearsal creates them the same way: by the first attachment of the volume.
 */
export interface Earlier {
  /** The world in which the array is created; null: there is no array to create. */
  creation: Part | null;
  /** The following worlds, up to the current one. */
  since: Part[];
}

export function earlier(before: Part, after: Part): Earlier {
  const { volume, drives } = before;
  const first = [...before.attachments, ...after.attachments].find(({ spec: { revoked } }) => !revoked);
  if (!volume?.array?.status.created || !first) return { creation: null, since: [] };
  // The superblocks of an attached volume carry the name of its attachment, even if its client cannot start the array (S3).
  const isNamed = first.status.state === 'attached' && first.spec.mode === 'exclusive' && before.attachments.includes(first);
  const id = isNamed ? first._id : randomUUID();
  // Otherwise earlier than every existing attachment.
  const tenure = isNamed ? tenureOf(first) : 1;
  const part = (change: Changes<AttachmentDocument>, exports: 'exported' | 'absent'): Part => ({
    drives,
    volume: young(volume),
    attachments: [
      {
        ...first,
        _id: id,
        exports: first.exports.map((each) => ({
          ...each,
          subsystemNqn: subsystemNqn(id, each.nodeId, first.spec.epoch),
          spec: { ...each.spec, desired: exports },
        })),
        spec: { ...first.spec, ...change.spec, tenure, mode: 'exclusive', reattach: true },
        status: { ...first.status, ...change.status },
      },
    ],
  });
  return {
    creation: part({ spec: { desired: 'attached' }, status: { state: 'attaching' } }, 'exported'),
    since: [
      part({ spec: { desired: 'detached' }, status: { state: 'detaching' } }, 'exported'),
      part({ spec: { desired: 'detached' }, status: { state: 'unexporting' } }, 'absent'),
      { drives, volume, attachments: [] },
    ],
  };
}

/** The volume as it was before its array was created: one leg per index. */
function young(volume: VolumeDocument): VolumeDocument {
  const oldest = [...volume.legs].filter((leg) => leg.spec.desired === 'present').sort((a, b) => AGE[roleOf(b)] - AGE[roleOf(a)]);
  const legs = new Map(
    oldest
      .toReversed()
      .map((leg): [number, LegDocument] => [
        leg.index,
        { ...leg, spec: { ...leg.spec, role: 'member' }, status: { ...leg.status, inSync: true } },
      ]),
  );
  // Legs carry the previous epoch's UUID until the array is reported under the new one.
  const array = volume.array && {
    ...volume.array,
    spec: { ...volume.array.spec, uuid: volume.array.status.previousUuid ?? volume.array.spec.uuid },
    status: { ...volume.array.status, created: false, previousUuid: null },
  };
  return { ...volume, array, legs: [...legs.values()], growth: null };
}

const AGE = { joining: 0, member: 1, leaving: 2 };
