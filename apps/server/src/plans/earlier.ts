import { randomUUID } from 'node:crypto';
import { subsystemNqn } from '@weft/shared/identity';
import type { AttachmentDocument } from '../attachments/attachment.document.js';
import { roleOf } from '../volumes/volume.document.js';
import type { Part } from './part.js';

/**
 * How a rehearsal brings simulated machines to where the real ones are: the worlds that they go through.
 * An array that was created once has superblocks on its legs, which it gets as it got them then: by the first attachment of its volume.
 */
export function earlierParts(before: Part, after: Part): Part[] {
  const { volume, drives } = before;
  const first = [...before.attachments, ...after.attachments].find(({ revoked }) => !revoked);
  if (!volume?.array?.created || !first) return [before];
  const young = {
    ...volume,
    array: { ...volume.array, created: false, previousUuid: null },
    legs: volume.legs.filter((leg) => roleOf(leg) === 'member' && leg.desired === 'present'),
    growth: null,
  };
  const id = randomUUID();
  const exported = (desired: 'exported' | 'absent') =>
    first.exports.map((each) => ({ ...each, desired, subsystemNqn: subsystemNqn(id, each.nodeId, first.epoch) }));
  const writer: AttachmentDocument = {
    ...first,
    _id: id,
    mode: 'exclusive',
    reattach: true,
    desired: 'attached',
    state: 'attaching',
    exports: exported('exported'),
  };
  const stages: AttachmentDocument[] = [
    writer,
    { ...writer, desired: 'detached', state: 'detaching' },
    { ...writer, desired: 'detached', state: 'unexporting', exports: exported('absent') },
  ];
  return [
    ...stages.map((attachment) => ({ drives, volume: young, attachments: [attachment] })),
    { drives, volume, attachments: [] },
    before,
  ];
}
