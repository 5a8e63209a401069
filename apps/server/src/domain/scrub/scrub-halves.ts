import { CHECKSUM_LOOK_SECONDS } from '@weft/shared/integrity/leg-integrity';
import type { ScrubbedHalf } from '@weft/shared/integrity/volume-checksums';
import { type ChecksumsBefore, hasChecksums, type ScrubStatusDocument, type VolumeDocument } from '../documents/volume.document.js';
import { errorsOf } from '../integrity/leg-checksums.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { withMismatches } from './mismatches.js';

/*
 * Which half of a mirror was wrong: the wrong checksums that the targets of its legs report for the time of a scrub.
 * - a target looks at its count once a minute, so that of the last minute comes after the end of the scrub. The result counts until then.
 * - a target began to count from zero meanwhile, or does not report when the time is over: the half was wrong at least as often.
 */
/** From the end of a scrub: each target has looked, and its report has arrived. */
const COUNTED_MS = 2 * CHECKSUM_LOOK_SECONDS * 1000;

/** The counts of all legs. Absent: the volume has no checksums. */
export const countsNow = (volume: VolumeDocument): { checksumsBefore?: ChecksumsBefore } =>
  hasChecksums(volume)
    ? { checksumsBefore: (volume.status.checksums ?? []).map(({ legId, errors, restarts }) => ({ legId, errors, restarts })) }
    : {};

/** Fields of a scrub that ends now. */
export function countedSince(
  volume: VolumeDocument,
  before: ChecksumsBefore | undefined,
  now: Date,
): { halves?: ScrubbedHalf[]; counting?: NonNullable<ScrubStatusDocument['counting']> } {
  if (!before) return {};
  return { halves: halvesSince(volume, before, () => 'counting'), counting: { until: new Date(now.getTime() + COUNTED_MS), before } };
}

/** Counts on what targets report after the end of the last scrub. */
export function withCountedHalves(world: VolumeWorld, volume: VolumeDocument): VolumeDocument {
  const { scrub } = volume.status;
  if (!scrub?.counting || !scrub.last) return volume;
  const { counting, ...rest } = scrub;
  const { until, before } = counting;
  const isOver = world.now >= until;
  const states = new Map(volume.status.checksums?.map(({ legId, restarts }) => [legId, restarts]));
  const stateOf = (leg: { id: string; nodeId: string }): ScrubbedHalf['count'] => {
    const restarts = states.get(leg.id);
    if ((before.find(({ legId }) => legId === leg.id)?.restarts ?? 0) < (restarts ?? 0)) return 'restarted';
    if (!isOver) return 'counting';
    return restarts === undefined || world.isSilent(leg.nodeId) ? 'unknown' : 'complete';
  };
  const last = { ...scrub.last, halves: halvesSince(volume, before, stateOf) };
  return withMismatches(
    { ...volume, status: { ...volume.status, scrub: { ...rest, last, ...(!isOver && { counting }) } } },
    last,
    world.now,
  );
}

function halvesSince(
  volume: VolumeDocument,
  before: ChecksumsBefore,
  countOf: (leg: VolumeDocument['legs'][number]) => ScrubbedHalf['count'],
): ScrubbedHalf[] {
  return volume.legs.map((leg) => {
    const earlier = before.find(({ legId }) => legId === leg.id)?.errors ?? 0;
    return {
      ...{ legId: leg.id, index: leg.index, node: { id: leg.nodeId, name: leg.nodeName } },
      ...{ drive: { id: leg.driveId, serial: leg.driveSerial }, checksumErrors: Math.max(0, errorsOf(volume, leg.id) - earlier) },
      count: countOf(leg),
    };
  });
}
