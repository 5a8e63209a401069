import { c1, drive0, leg0, leg1, orders, t1, t2 } from '../examples.js';
import { bytes, count, drive, leg, messages, moment, node, nodes, texts, volume, word } from '../field.js';
import type { Message } from '../message.js';
import { at, words } from '../words.js';
import { error } from './entry/error-entry.js';
import { all, bytesText, either, neededText, notCountedText } from './phrases.js';

const legOn0: Message = { code: 'leg-on-node', params: { leg: leg0, node: t1 } };
const legOn1: Message = { code: 'leg-on-node', params: { leg: leg1, node: t2 } };

/* Errors of creating, growing and deleting volumes, and of accepting a loss. */
export const volumeErrors = {
  'volume-not-found': error('not-found', { id: word }, ({ id }) => words`There is no volume ${id}.`, { id: 'ID' }),
  'volume-name-taken': error(
    'name-taken',
    { volume },
    ({ volume }) => words`There is a volume ${volume} already, with another spec. Choose another name, or delete that volume.`,
    { volume: orders },
  ),
  'servers-without-encryption': error(
    'wrong-state',
    { servers: texts },
    ({ servers }) =>
      words`Servers of an earlier version are online: ${all(servers)}. They would open an encrypted volume without its key. Upgrade them first.`,
    { servers: ['weft2:4000'] },
  ),
  'servers-without-three-copies': error(
    'wrong-state',
    { servers: texts },
    ({ servers }) =>
      words`Servers of an earlier version are online: ${all(servers)}. They would take the third copy for a mirror of its own. Upgrade them first.`,
    { servers: ['weft2:4000'] },
  ),
  'volume-name-being-deleted': error(
    'name-taken',
    { volume },
    ({ volume }) => words`The volume ${volume} is being deleted. Choose another name, or wait until it is deleted.`,
    { volume: orders },
  ),
  'volume-name-not-repeated': error(
    'invalid-field',
    { volume, sentName: word },
    ({ volume, sentName }) =>
      words`The volume's name is ${volume}, not "${sentName}": nothing was changed. Repeat the name of the volume that you mean.`,
    { volume: orders, sentName: 'order' },
  ),
  'volume-not-encrypted': error('wrong-state', { volume }, ({ volume }) => words`Volume ${volume} is not encrypted: it has no key.`, {
    volume: orders,
  }),
  'volume-key-present': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`The key of volume ${volume} is in the database already, and can be opened. Nothing was changed.`,
    { volume: orders },
  ),
  'volume-key-wrong': error(
    'invalid-field',
    { volume, keyId: word },
    ({ volume, keyId }) => words`This is not the key of volume ${volume}, whose id is ${keyId}. Nothing was changed.`,
    { volume: orders, keyId: '3f0d1c2b4a5968778695a4b3c2d1e0f0' },
  ),
  'volume-attached': error(
    'in-use',
    { volume, attachmentIds: texts, clients: nodes },
    ({ volume, clients }) => words`Volume ${volume} is attached to ${clients}. Detach it first.`,
    { volume: orders, attachmentIds: ['ID'], clients: [c1] },
  ),
  'volume-not-deletable': error(
    'wrong-state',
    { volume, state: word, allowedStates: texts },
    ({ volume, state, allowedStates }) =>
      words`Volume ${volume} is ${state}: only a volume that is ${either(allowedStates)} can be deleted.`,
    { volume: orders, state: 'deleting', allowedStates: ['creating', 'ready'] },
  ),
  'volume-in-wrong-state': error(
    'wrong-state',
    { volume, state: word, allowedStates: texts },
    ({ volume, state, allowedStates }) => words`Volume ${volume} is ${state}: this needs it ${either(allowedStates)}.`,
    { volume: orders, state: 'creating', allowedStates: ['ready'] },
  ),
  'scrub-no-mirror': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} is no mirror: it has no second copy to compare.`,
    { volume: orders },
  ),
  'scrub-not-attached': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`No client has volume ${volume} attached for writing, and only such a client can scrub it. Attach it first.`,
    { volume: orders },
  ),
  'client-cannot-scrub': error(
    'wrong-state',
    { volume, client: node },
    ({ volume, client }) =>
      words`The agent of ${client}, which has volume ${volume} attached, is of a version that knows no scrub. Upgrade it first.`,
    { volume: orders, client: c1 },
  ),
  'scrub-ordered': error('wrong-state', { volume }, ({ volume }) => words`A scrub of volume ${volume} is ordered already. Stop it first.`, {
    volume: orders,
  }),
  'scrub-not-ordered': error('wrong-state', { volume }, ({ volume }) => words`No scrub of volume ${volume} is ordered.`, {
    volume: orders,
  }),
  'scrub-nothing-to-repair': error(
    'wrong-state',
    { volume },
    ({ volume }) =>
      words`The last scrub of volume ${volume} was not a complete check that found mismatches. Scrub it first: a repair overwrites one half.`,
    { volume: orders },
  ),
  'volume-without-checksums': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} has no checksums, so there are no checksum errors to acknowledge.`,
    { volume: orders },
  ),
  'checksums-acknowledged': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} has no checksum errors that are not acknowledged yet.`,
    { volume: orders },
  ),
  'stripes-not-used': error(
    'invalid-field',
    { protection: word },
    ({ protection }) => words`A ${protection} volume has no stripes. Leave stripeWidth out.`,
    { protection: 'raid1' },
  ),
  'stripe-width-too-small': error(
    'invalid-field',
    { protection: word },
    ({ protection }) =>
      protection === 'raid10'
        ? words`raid10 needs a stripeWidth of at least 2 mirror sets; for one set choose raid1.`
        : words`${protection} needs a stripeWidth of at least 2 legs; for one leg choose concatenated.`,
    { protection: 'raid0' },
  ),
  'copies-not-used': error(
    'invalid-field',
    { protection: word },
    ({ protection }) => words`A ${protection} volume has one copy of each byte. Leave copies out, or choose raid1 or raid10.`,
    { protection: 'raid0' },
  ),
  'mirror-needs-copies': error(
    'invalid-field',
    { protection: word },
    ({ protection }) => words`${protection} needs at least 2 copies. For one copy choose raid0 or concatenated.`,
    { protection: 'raid1' },
  ),
  'legs-unknown': error(
    'invalid-field',
    { volume, legIds: texts },
    ({ volume, legIds }) => words`Volume ${volume} has no such leg ${legIds} here: it may have left already. Read the volume again.`,
    { volume: orders, legIds: ['ID'] },
  ),
  'legs-not-fenced': error(
    'wrong-state',
    { legs: messages, targets: nodes },
    ({ legs, targets }) =>
      words`${all(legs)} may still be exported: its node has not confirmed the fence. Wait for ${targets} to connect to a server.`,
    { legs: [legOn0], targets: [t1] },
  ),
  'volume-runs': error(
    'wrong-state',
    { volume, client: node, state: word },
    ({ volume, client, state }) =>
      words`Volume ${volume} is ${state} on ${client}: while it runs there, there is no loss to accept. Detach it first.`,
    { volume: orders, client: c1, state: 'attached' },
  ),
  'volume-may-run': error(
    'wrong-state',
    { volume, client: node, state: word, attachmentId: word },
    ({ volume, client, state, attachmentId }) =>
      words`Volume ${volume} is ${state} on ${client}, which has not reported that it does not run there: it may be writing. Wait for ${client}, or force-detach the volume first (POST /api/v1/attachments/${attachmentId}/revoke).`,
    { volume: orders, client: c1, state: 'attached', attachmentId: 'ID' },
  ),
  'leg-not-lost': error(
    'wrong-state',
    { volume, leg, target: node },
    ({ volume, leg, target }) =>
      words`${target} is connected and has leg ${leg} of volume ${volume}: nothing is lost, so nothing was given up.`,
    { volume: orders, leg: leg0, target: t1 },
  ),
  'legs-not-in-sync': error(
    'wrong-state',
    { volume, legs: messages },
    ({ volume, legs }) =>
      words`${all(legs)} of volume ${volume}: none was in sync, so nothing is lost without them and nothing was given up. The volume starts without them.`,
    { volume: orders, legs: [legOn0] },
  ),
  'mirror-set-without-data': error(
    'not-possible',
    { volume, mirrorSet: count, legs: messages },
    ({ volume, mirrorSet, legs }) =>
      words`Without these legs mirror set ${mirrorSet} of volume ${volume} has no leg with data at all: it cannot continue. Bring ${all(legs)} back, or restore the data from a backup.`,
    { volume: orders, mirrorSet: 0, legs: [legOn0, legOn1] },
  ),
  'stale-halves': error(
    'not-possible',
    { volume, mirrorSet: count, legs: messages },
    ({ volume, mirrorSet, legs }) =>
      words`Without these legs mirror set ${mirrorSet} of volume ${volume} would continue with one of ${all(legs)}. Each missed writes, and not the same ones: Weft cannot tell which is newer. Nothing was given up. Bring the given-up legs back, or give up all of these but one too: the one that was lost last is the newest.`,
    { volume: orders, mirrorSet: 0, legs: [legOn0, legOn1] },
  ),
  'array-needs-force': error(
    'not-possible',
    { volume, mirrorSets: texts, staleLegs: messages, lostLegs: messages },
    ({ volume, mirrorSets, staleLegs, lostLegs }) =>
      words`Without these legs mirror set ${mirrorSets} of volume ${volume} would continue with ${all(staleLegs)}, which missed writes that legs of the other sets know of. mdadm starts such an array only by force, and Weft never does, because it mixes data written at different times. Nothing was given up. Bring ${all(lostLegs)} back, or restore the data from a backup.`,
    { volume: orders, mirrorSets: ['0'], staleLegs: [legOn0], lostLegs: [legOn1] },
  ),
  'volume-not-mirrored': error(
    'not-possible',
    { volume, protection: word },
    ({ volume, protection }) => words`Volume ${volume} is ${protection}: it has no mirror, and every leg holds data that no other has.`,
    { volume: orders, protection: 'raid0' },
  ),
  'volume-never-written': error(
    'not-possible',
    { volume },
    ({ volume }) => words`Volume ${volume} was never written. Delete it and create it again.`,
    { volume: orders },
  ),
};

/* Errors of growing a volume. */
export const growthErrors = {
  'volume-cannot-shrink': error(
    'not-possible',
    { volume, sizeBytes: bytes },
    ({ volume, sizeBytes }) => words`Volume ${volume} has ${bytesText(sizeBytes)} (${sizeBytes} bytes): it can grow, not shrink.`,
    { volume: orders, sizeBytes: 2 ** 30 },
  ),
  'volume-growing': error(
    'wrong-state',
    { volume, toSizeBytes: bytes },
    ({ volume, toSizeBytes }) =>
      words`Volume ${volume} is growing to ${bytesText(toSizeBytes)} (${toSizeBytes} bytes). Wait for the job volume.grow.`,
    { volume: orders, toSizeBytes: 2 ** 30 },
  ),
  'growth-needs-state': error(
    'wrong-state',
    { volume, state: word },
    ({ volume, state }) => words`Volume ${volume} cannot grow now: it is ${state}.`,
    { volume: orders, state: 'creating' },
  ),
  'growth-needs-health': error(
    'wrong-state',
    { volume, health: word },
    ({ volume, health }) => words`Volume ${volume} cannot grow now: it is ${health}. Wait until it is healthy.`,
    { volume: orders, health: 'degraded' },
  ),
  'growth-needs-start': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} cannot grow now: its new epoch has not been started yet. Attach it first.`,
    { volume: orders },
  ),
  'growth-needs-legs': error(
    'wrong-state',
    { volume, legs: messages },
    ({ volume, legs }) => words`Volume ${volume} cannot grow now: ${all(legs)} is not reported present.`,
    { volume: orders, legs: [legOn0] },
  ),
  'growth-needs-sync': error(
    'wrong-state',
    { volume, legs: messages },
    ({ volume, legs }) => words`Volume ${volume} cannot grow now: ${all(legs)} is not in sync.`,
    { volume: orders, legs: [legOn0] },
  ),
  'growth-during-replacement': error(
    'wrong-state',
    { volume },
    ({ volume }) => words`Volume ${volume} cannot grow now: a leg is being replaced. Wait for the job volume.repair.`,
    { volume: orders },
  ),
  'growth-needs-all-legs': error(
    'wrong-state',
    { volume, missingLegs: count, allLegs: count },
    ({ volume, missingLegs, allLegs }) => words`Volume ${volume} cannot grow now: ${missingLegs} of its ${allLegs} legs are missing.`,
    { volume: orders, missingLegs: 1, allLegs: 4 },
  ),
  'growth-during-detach': error(
    'wrong-state',
    { volume, clients: nodes },
    ({ volume, clients }) => words`Volume ${volume} cannot grow now: it is being detached from ${clients}. Wait for that job.`,
    { volume: orders, clients: [c1] },
  ),
  'growth-during-maintenance': error(
    'wrong-state',
    { node, since: moment, until: moment, requestedBy: word },
    ({ node, since, until, requestedBy }) =>
      words`Node ${node} is in maintenance since ${at(since)}, until ${at(until)}, asked for by ${requestedBy}: the volume would wait for it while it is offline. Wait for its end, end it (DELETE /api/v1/nodes/${node.id}/maintenance), or grow it afterwards.`,
    { node: t1, since: '2026-11-21T13:00:00.000Z', until: '2026-11-21T17:00:00.000Z', requestedBy: 'ops' },
  ),
  'growth-needs-space': error(
    'insufficient-space',
    { volume, drives: messages },
    ({ volume, drives }) =>
      words`Volume ${volume} cannot grow where it is: ${drives}. Choose a smaller size, or free space on these drives.`,
    {
      volume: orders,
      drives: [{ code: 'drive-too-full', params: { drive: drive0, node: t1, freeBytes: 2 ** 30, neededBytes: 2 ** 31 } }],
    },
  ),
  'growth-needs-drives': error(
    'insufficient-space',
    {
      ...{ volume, toSizeBytes: bytes, drive, node, freeBytes: bytes, neededBytes: bytes },
      ...{ className: word, otherDrives: count, otherFreeBytes: bytes, notCounted: messages },
    },
    ({ volume, toSizeBytes, drive, node, freeBytes, neededBytes, className, otherDrives, otherFreeBytes, notCounted }) =>
      words`Volume ${volume} cannot grow to ${bytesText(toSizeBytes)}: drive ${drive} of ${node}, which it ends on, has ${bytesText(freeBytes)} free; ${neededText(neededBytes)} more are needed, and the ${otherDrives} other drives of class ${className} that can take a leg have ${bytesText(otherFreeBytes)} free.${notCountedText(notCounted)} Choose a smaller size, or free or add space.`,
    {
      ...{ volume: orders, toSizeBytes: 2 ** 40, drive: drive0, node: t1, freeBytes: 2 ** 30, neededBytes: 2 ** 39 },
      ...{ className: 'all', otherDrives: 2, otherFreeBytes: 2 ** 31, notCounted: [] },
    },
  ),
};
