import type { Condition } from '@weft/shared/kinds/common';
import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import { type LegDocument, roleOf, type VolumeDocument } from '../documents/volume.document.js';
import { type AssessedLeg, described, isBad } from '../legs/assess-legs.js';
import { isLost } from '../legs/leg-health.js';
import { holding, isCopying } from '../legs/leg-observations.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { detachedCause } from './detached-health.js';

/*
 * Scenarios, gravest first; the first that holds is the volume's health (S8):
 *
 * - A target says that it has lost a leg for good, and no other leg has the data: unavailable, whatever its client sees.
 * - A client that has the volume is silent: unknown. What its targets say does not tell whether it can read and write.
 * - Its array is broken: every leg of a mirror set was lost at once. Writes fail until it is assembled anew.
 * - It has no device: unavailable, for its client's own reason.
 * - Its device lies on namespaces that are gone, and is open: unavailable. Its I/O fails though every leg is there again.
 * - A leg counts as active and has no path: stalled, its I/O waits.
 * - A leg is missing or unhealthy, and nothing is copied in its place: degraded. While md copies: rebuilding.
 * - Nobody has it attached: detached, with what its targets say of the legs as the cause.
 */
export type Cause = Pick<Condition, 'status' | 'reason' | 'message' | 'waitingFor' | 'unblockedBy'>;
export interface Health {
  health: VolumeDocument['health'];
  cause: Cause;
}

export function volumeHealth(world: VolumeWorld, assessed: readonly AssessedLeg[]): Health {
  const clients = holding(world).map((attachment) => ({
    name: attachment.nodeName,
    word:
      world.isSilent(attachment.nodeId) || world.isDoubtful(attachment.nodeId)
        ? undefined
        : world.lastWord(attachment.nodeId, 'attachment', attachment._id),
  }));
  const bad = assessed.filter(({ truth }) => isBad(truth));
  const lost = lostForGood(world.volume.spec.protection, assessed);
  if (lost.length > 0) return { health: clients.length === 0 ? 'detached' : 'unavailable', cause: dataLost(lost) };
  if (clients.length === 0) return { health: 'detached', cause: detachedCause(world, bad, assessed) };
  const silent = clients.filter(({ word }) => !word).map(({ name }) => name);
  if (silent.length > 0)
    return is('unknown', 'unknown', 'client-silent', `${silent.join(', ')} says nothing of it`, {
      waitingFor: `a report by ${silent.join(', ')}`,
      unblockedBy: `the agent of ${silent.join(', ')} connecting to a server`,
    });
  const words = clients.flatMap(({ name, word }) => (word ? [{ name, word }] : []));
  return (
    outOfOrder(words, bad) ?? redundancy(world, words, assessed, bad) ?? is('healthy', 'true', 'healthy', 'every leg is in sync and in use')
  );
}

/** Legs whose data no leg has any more: every one of their mirror set is lost; without a mirror, each that is lost. */
function lostForGood(protection: Protection, assessed: readonly AssessedLeg[]): AssessedLeg[] {
  const members = assessed.filter(({ leg }) => leg.desired === 'present' && roleOf(leg) !== 'joining');
  const lost = members.filter(({ truth }) => isLost(truth.target));
  if (!isMirrored(protection)) return lost;
  const survives = (set: number) => members.some((each) => each.leg.index >> 1 === set && !lost.includes(each));
  return lost.filter(({ leg }) => !survives(leg.index >> 1));
}

const dataLost = (lost: readonly AssessedLeg[]): Cause => ({
  status: 'false',
  reason: 'data-lost',
  message: `data of the volume is lost: ${lost
    .map(({ leg, truth }) => `leg ${leg.index} on ${leg.nodeName}, drive ${leg.driveSerial}: ${truth.target.reason?.message}`)
    .join('; ')}`,
  waitingFor: `the former ${lost.length === 1 ? 'drive' : 'drives'} of ${nodesOf(lost)}`,
  unblockedBy:
    'the former drives being there again with what was on them; without them, deleting the volume and restoring its data from a backup',
});

interface Said {
  name: string;
  word: AttachmentStatus;
}

function is(health: Health['health'], status: Cause['status'], reason: string, message: string, more: Partial<Cause> = {}): Health {
  return { health, cause: { status, reason, message, ...more } };
}

const nodesOf = (legs: readonly AssessedLeg[]) => [...new Set(legs.map(({ leg }) => leg.nodeName))].join(', ');
const comingBack = (legs: readonly AssessedLeg[]): Partial<Cause> =>
  legs.length === 0
    ? {}
    : { waitingFor: `the legs on ${nodesOf(legs)}`, unblockedBy: `${nodesOf(legs)} and the networks to it being there again` };

function outOfOrder(words: readonly Said[], bad: readonly AssessedLeg[]): Health | null {
  const broken = words.find(({ word }) => word.observed.array?.state === 'broken');
  if (broken)
    return is(
      'broken',
      'false',
      'array-broken',
      `every leg of a mirror set was lost at once; ${broken.word.reason?.message ?? described(bad)}`,
      {
        waitingFor: `the legs and for nobody holding the device on ${broken.name}`,
        unblockedBy: `the legs being there again and whoever has the device open on ${broken.name} closing it: its agent then assembles it anew`,
      },
    );
  const without = words.find(({ word }) => !word.observed.available);
  if (without) {
    const { reason } = without.word;
    return is(
      'unavailable',
      'false',
      reason?.code ?? 'no-device',
      `${without.name} has no device: ${reason?.message ?? 'it is working on it'}`,
      {
        waitingFor: reason?.node ? `node ${reason.node}` : `client ${without.name}`,
        unblockedBy: bad.length > 0 ? (comingBack(bad).unblockedBy ?? '') : `what the message names`,
      },
    );
  }
  const stale = words.find(({ word }) => word.reason?.code === 'device-stale');
  if (stale)
    return is('unavailable', 'false', 'device-stale', `${stale.name}: ${stale.word.reason?.message}`, {
      waitingFor: `whoever has the device open on ${stale.name}`,
      unblockedBy: `their closing it: the agent of ${stale.name} then builds it again`,
    });
  const stalled = bad.filter(({ truth }) => truth.verdict === 'stalled');
  if (stalled.length > 0) return is('stalled', 'false', 'stalled', described(stalled), comingBack(stalled));
  return null;
}

function redundancy(
  world: VolumeWorld,
  words: readonly Said[],
  assessed: readonly AssessedLeg[],
  bad: readonly AssessedLeg[],
): Health | null {
  const { protection, rebuildDelaySeconds } = world.volume.spec;
  const copying = assessed.filter(({ truth }) => truth.verdict === 'rebuilding');
  const isCovered = ({ leg }: AssessedLeg) => copying.some((each) => each.leg.index === leg.index);
  const left = bad.filter((each) => !isCovered(each) && roleOf(each.leg) !== 'joining');
  const repair = isMirrored(protection)
    ? { unblockedBy: `their return, or a replacement ${rebuildDelaySeconds} s after ${replacedAfter(world, left)} (docs/repair.md)` }
    : { unblockedBy: 'their return: no other leg has what is on them' };
  if (left.length > 0)
    return is('degraded', 'false', left[0]?.truth.reason ?? 'leg-missing', described(left), { ...comingBack(left), ...repair });
  const arrays = words.flatMap(({ word }) => (word.observed.array ? [word.observed.array] : []));
  const runs = arrays.find(isCopying);
  if (runs || copying.length > 0)
    return is('rebuilding', 'false', 'copying', described(copying) || `md runs ${runs?.syncAction}`, {
      waitingFor: 'the copy',
      unblockedBy: 'nothing: it ends by itself',
    });
  const stale = assessed.filter(({ leg }) => isStale(leg));
  if (stale.length > 0 || arrays.some(({ degraded }) => degraded > 0))
    return is('degraded', 'false', 'leg-out-of-sync', described(stale) || 'md counts a leg as lost', repair);
  return null;
}

/** Legs that are away with a maintenance are missed from its end on. */
function replacedAfter(world: VolumeWorld, left: readonly AssessedLeg[]): string {
  const held = left.flatMap(({ leg }) => {
    const end = world.maintenanceEnd(leg.nodeId);
    return end && end > (leg.unhealthySince ?? world.now) ? [`the end of the maintenance of ${leg.nodeName}, ${end.toISOString()},`] : [];
  });
  return [...new Set(held)].join('; ') || 'it was lost';
}

const isStale = (leg: LegDocument): boolean => !leg.inSync && roleOf(leg) !== 'joining';
