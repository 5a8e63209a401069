import { type Integrity, integrityOfferedBytes, integrityVolumeBytes } from '@weft/shared/integrity/integrity-layout';
import { type FailureDomain, isMirrored, isStriped, mirrorCopies, type Placement, type Protection } from '@weft/shared/kinds/volume';
import { MOST } from '@weft/shared/messages/bounded';
import { DEFAULT_COPIES } from '@weft/shared/mirror-sets';
import { GiB, MiB, roundUp } from '@weft/shared/units';
import type { CandidateDrive, Candidates } from './candidates.js';
import { describeShortage } from './placement-shortage.js';

/*
 * Placement of the legs of a volume. Pure and deterministic: the same request and drives, in any order, give the same placement.
 *
 * Mirrors. All legs of a volume have one size, so a drive either takes one leg or none. `sets` mirror sets need copies·sets drives that can be
 * grouped over failure domains, each set in as many domains as it has copies (c).
 *  - Drives chosen with at most `sets` in any domain can always be grouped: take one from each of c domains, among them every domain that has as many drives
 *    left as there are sets left. With r sets left there are c·r drives and no domain has more than r, so at most c domains have r, and at least c
 *    have one. All that have r are taken from. So again none has more than r-1.
 *  - More than `sets` of one domain can never be grouped: two of them would meet in one set.
 *  - "At most `sets` of a domain" is a partition matroid: a choice that can still grow is never blocked by an earlier pick, so choosing
 *    the best drive each time finds copies·sets of them exactly when Σ min(drives of the domain, sets) ≥ copies·sets.
 * Hence the algorithm finds a placement whenever one exists, for any order of preference; so that order can serve balance.
 *
 * Automatic width (sets of raid10, legs of raid0): the largest up to 8 that fits and gives each at least 1 GiB of data, at least 2; if
 *   none does, the next wider one that fits, up to 64. A wider volume spreads load over more drives; beyond 8 it mostly gains ways to fail.
 */

/** LVM extent: every LV is a multiple of it (the default of vgcreate(8), --physicalextentsize). */
export const EXTENT_BYTES = 4 * MiB;

/**
 * Start of the data on a leg of a mirror (`mdadm --data-offset`). Below it lie the 1.2 superblock at 4 KiB (md(4), "SUPER BLOCK") and the
 * write-intent bitmap and bad-block list after it (kernel, drivers/md/md-bitmap.c and md.c: both within the data offset).
 */
export const MD_DATA_OFFSET_BYTES = 8 * MiB;

export const MAX_WIDTH = 64;
const PREFERRED_WIDTH = 8;
const WORTH_A_LEG_BYTES = GiB;

export interface PlacementRequest {
  protection: Protection;
  sizeBytes: number;
  /** Halves of each mirror set. Absent and null: as `mirrorCopies` says. */
  copies?: number | null;
  /** raid0: legs; raid10: mirror sets; null: automatic. */
  stripeWidth: number | null;
  stripeSizeBytes: number;
  failureDomain: FailureDomain;
  /** Absent: none. */
  integrity?: Integrity | undefined;
}

/** Bytes of the LV, in whole extents, and of the user data on it. */
export interface LegSize {
  sizeBytes: number;
  dataBytes: number;
}

/** Chosen drives by failure domain, in the order of choice. */
type Chosen = Map<string, CandidateDrive[]>;

/**
 * Plans the legs of a new volume. Leg indexes are md roles, dm stripes or places in the concatenation; those of a mirror set follow each other.
 * @param request its width must fit its protection (`checkShape`).
 * @throws DomainError `insufficient-failure-domains`, `insufficient-drives` or `insufficient-space`, with numbers.
 */
export function placeVolume(request: PlacementRequest, candidates: Candidates): Placement {
  const { drives } = candidates;
  if (request.protection === 'concatenated') return concatenate(request, candidates);
  const widths =
    request.protection === 'raid1' ? [1] : request.stripeWidth === null ? automaticWidths(request.sizeBytes) : [request.stripeWidth];
  for (const width of widths) {
    const size = legSize(request, width);
    const fitting = drives.filter(
      (drive) => drive.freeBytes >= size.sizeBytes && (!isMirrored(request.protection) || drive.failureDomain !== null),
    );
    const ordered = isMirrored(request.protection)
      ? mirror(fitting, mirrorCopies(request), width, size.sizeBytes)
      : choose(fitting, width, Number.POSITIVE_INFINITY, size.sizeBytes);
    if (ordered)
      return placement(
        request,
        width,
        ordered.map((drive) => ({ drive, ...size })),
      );
  }
  throw describeShortage(request, candidates, (width) => legSize(request, width).sizeBytes, largestSize(request, drives));
}

/** Sizes are multiples of it (volume contract). */
const SECTOR_BYTES = 4096;
/** raid1 and concatenations have no chunks. */
const chunkOf = ({ protection, stripeSizeBytes }: Pick<PlacementRequest, 'protection' | 'stripeSizeBytes'>): number =>
  isStriped(protection) ? stripeSizeBytes : SECTOR_BYTES;

/** Size of each leg: data rounded up to the chunk, because md rounds a component down to it (mdadm(8), --size, --chunk); the LV to extents. */
export function legSize(
  request: Pick<PlacementRequest, 'protection' | 'sizeBytes' | 'stripeSizeBytes' | 'integrity'>,
  width: number,
): LegSize {
  const dataBytes = roundUp(Math.ceil(request.sizeBytes / width), chunkOf(request));
  const offeredBytes = dataBytes + (isMirrored(request.protection) ? MD_DATA_OFFSET_BYTES : 0);
  return { dataBytes, sizeBytes: roundUp(hasChecksums(request) ? integrityVolumeBytes(offeredBytes) : offeredBytes, EXTENT_BYTES) };
}

const hasChecksums = ({ integrity = 'none' }: Pick<PlacementRequest, 'integrity'>): boolean => integrity !== 'none';

function automaticWidths(sizeBytes: number): number[] {
  const preferred = Math.min(PREFERRED_WIDTH, Math.max(2, Math.floor(sizeBytes / WORTH_A_LEG_BYTES)));
  const downward = Array.from({ length: preferred - 1 }, (_, step) => preferred - step);
  return [...downward, ...Array.from({ length: MAX_WIDTH - preferred }, (_, step) => preferred + 1 + step)];
}

/**
 * The largest size in bytes that these drives can take, with the other fields as requested.
 * For one width: each domain gives at most its `sets` emptiest drives, and the copies·sets-th emptiest of all those limits the leg; without mirrors the
 * width-th drive limits it. The leg's data is then whole chunks (see `legSize`).
 * @returns null: nothing fits.
 */
export function largestSize(request: PlacementRequest, drives: readonly CandidateDrive[]): number | null {
  const { protection, stripeWidth } = request;
  const wholeExtents = (bytes: number) => Math.floor(bytes / EXTENT_BYTES) * EXTENT_BYTES;
  const emptiest = drives.map(({ freeBytes }) => wholeExtents(freeBytes)).sort((a, b) => b - a);
  if (protection === 'concatenated') return asVolume(emptiest.slice(0, MOST.legs).reduce((sum, bytes) => sum + bytes, 0));
  const mirrored = isMirrored(protection);
  const chunkBytes = chunkOf(request);
  const domains = [...byDomain(drives.filter(({ failureDomain }) => failureDomain !== null)).values()].map((of) =>
    of.map(({ freeBytes }) => wholeExtents(freeBytes)).sort((a, b) => b - a),
  );
  const sizeAt = (width: number): number => {
    const usable = mirrored ? domains.flatMap((of) => of.slice(0, width)).sort((a, b) => b - a) : emptiest;
    const leg = usable[mirrorCopies(request) * width - 1] ?? 0;
    const offeredBytes = hasChecksums(request) ? integrityOfferedBytes(leg) : leg;
    return width * Math.max(0, Math.floor((offeredBytes - (mirrored ? MD_DATA_OFFSET_BYTES : 0)) / chunkBytes)) * chunkBytes;
  };
  const widths = protection === 'raid1' ? [1] : stripeWidth === null ? automaticWidths(request.sizeBytes) : [stripeWidth];
  return asVolume(Math.max(...widths.map(sizeAt)));
}

const LARGEST_VOLUME_BYTES = 2 ** 50;
/** Legs of whole extents hold nothing, or more than the smallest volume. */
const asVolume = (bytes: number): number | null => (bytes <= 0 ? null : Math.min(bytes, LARGEST_VOLUME_BYTES));

/** Chooses copies·sets drives and orders them by index. @returns null if there are not enough. */
function mirror(drives: readonly CandidateDrive[], copies: number, sets: number, legBytes: number): CandidateDrive[] | null {
  const chosen = choose(drives, copies * sets, sets, legBytes);
  // One set of three is in order as chosen.
  return chosen && (copies === DEFAULT_COPIES || sets > 1) ? group(byDomain(chosen), copies, sets) : chosen;
}

/**
 * Chooses `count` drives, at most `perDomain` of one failure domain: each time from the node with the fewest so far, there from the NUMA
 * node with the fewest, there the one with the largest free fraction (`freeRatio`), then the most free bytes.
 */
function choose(drives: readonly CandidateDrive[], count: number, perDomain: number, legBytes: number): CandidateDrive[] | null {
  const left = [...drives];
  const chosen: CandidateDrive[] = [];
  const used = new Map<string, number>();
  const uses = (key: string) => used.get(key) ?? 0;
  while (chosen.length < count) {
    let best = -1;
    left.forEach((drive, at) => {
      if (uses(domainKey(drive)) >= perDomain) return;
      if (best < 0 || preference(drive, left[best] as CandidateDrive, uses, legBytes) < 0) best = at;
    });
    const [drive] = best < 0 ? [] : left.splice(best, 1);
    if (!drive) return null;
    chosen.push(drive);
    for (const key of [domainKey(drive), nodeKey(drive), numaKey(drive)]) used.set(key, uses(key) + 1);
  }
  return chosen;
}

const domainKey = (drive: CandidateDrive) => `domain ${drive.failureDomain}`;
const nodeKey = (drive: CandidateDrive) => `node ${drive.nodeId}`;
const numaKey = (drive: CandidateDrive) => `numa ${drive.nodeId} ${drive.numaNode}`;

function preference(a: CandidateDrive, b: CandidateDrive, uses: (key: string) => number, legBytes: number): number {
  return uses(nodeKey(a)) - uses(nodeKey(b)) || uses(numaKey(a)) - uses(numaKey(b)) || byFree(a, b, legBytes);
}

/**
 * Free fraction of a drive with half of the leg on it. Over all drives, Σ capacity · (fill ratio)² rises by 2 · leg · (fill ratio + leg / (2 · capacity)):
 * the least rise keeps fill ratios together. The fraction before the leg fills small drives too early, the fraction after it too late.
 */
const freeRatio = (drive: CandidateDrive, legBytes: number) => (drive.freeBytes - legBytes / 2) / drive.capacityBytes;

function byFree(a: CandidateDrive, b: CandidateDrive, legBytes: number): number {
  return freeRatio(b, legBytes) - freeRatio(a, legBytes) || b.freeBytes - a.freeBytes || compare(a.driveId, b.driveId);
}

/** Order of two different names. */
const compare = (a: string, b: string) => (a < b ? -1 : 1);

function byDomain(drives: readonly CandidateDrive[]): Chosen {
  const domains: Chosen = new Map();
  for (const drive of drives) domains.set(drive.failureDomain as string, [...(domains.get(drive.failureDomain as string) ?? []), drive]);
  return domains;
}

/**
 * Groups over domains (see the head of this file). The first drive of a set comes from a domain with most drives left. The others come from the domains that
 * met those of the set least often, so that many domains take part in the rebuild of a lost one; the first leg goes to the node that had it least often.
 */
function group(domains: Chosen, copies: number, sets: number): CandidateDrive[] {
  const met = new Map<string, number>();
  const first = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => counts.get(key) ?? 0;
  const ordered: CandidateDrive[] = [];
  const left = (domain: string) => domains.get(domain)?.length ?? 0;
  const largest = (a: string, b: string) => left(b) - left(a) || compare(a, b);
  const together = (a: string, b: string) => [a, b].sort(compare).join(' ');
  for (let setsLeft = sets; setsLeft > 0; setsLeft--) {
    const members: string[] = [];
    while (members.length < copies) {
      const others = [...domains.keys()].filter((each) => left(each) > 0 && !members.includes(each)).sort(largest);
      const due = others.filter((each) => left(each) === setsLeft);
      const meetings = (domain: string) => members.reduce((sum, member) => sum + count(met, together(domain, member)), 0);
      const choice = due.length >= copies - members.length ? due : others;
      const [next] = members.length === 0 ? choice : choice.sort((a, b) => meetings(a) - meetings(b) || largest(a, b));
      if (next === undefined)
        throw new Error(`no ${copies} domains for a mirror set: chosen drives exceed the share of one failure domain`);
      members.push(next);
    }
    for (const [at, one] of members.entries())
      for (const other of members.slice(at + 1)) met.set(together(one, other), count(met, together(one, other)) + 1);
    const halves = members.flatMap((domain) => domains.get(domain)?.shift() ?? []);
    halves.sort((a, b) => count(first, a.nodeId) - count(first, b.nodeId));
    const anchor = halves[0]?.nodeId ?? '';
    first.set(anchor, count(first, anchor) + 1);
    ordered.push(...halves);
  }
  return ordered;
}

/** As few legs as possible: one on the emptiest drive that fits it, else the drives with most free bytes, each filled to the same fraction. */
function concatenate(request: PlacementRequest, candidates: Candidates): Placement {
  const { drives } = candidates;
  const extents = (drive: CandidateDrive) => Math.floor(drive.freeBytes / EXTENT_BYTES);
  const needed = Math.ceil(request.sizeBytes / EXTENT_BYTES);
  const byFreeRatio = (a: CandidateDrive, b: CandidateDrive) => byFree(a, b, needed * EXTENT_BYTES);
  const fitting = drives.filter((drive) => extents(drive) >= needed).sort(byFreeRatio);
  const largestFirst = [...drives].sort((a, b) => extents(b) - extents(a) || byFreeRatio(a, b)).slice(0, MOST.legs);
  const chosen = fitting.slice(0, 1);
  let total = chosen.reduce((sum, drive) => sum + extents(drive), 0);
  for (const drive of largestFirst) {
    if (total >= needed) break;
    chosen.push(drive);
    total += extents(drive);
  }
  if (total < needed) throw describeShortage(request, candidates, () => needed * EXTENT_BYTES, largestSize(request, drives));
  let left = needed;
  let room = total;
  let data = request.sizeBytes;
  const legs = chosen.map((drive) => {
    room -= extents(drive);
    // The fair share, but at least what the others cannot hold. Something stays for each of them: without the last one the space would not suffice.
    const share = Math.min(Math.max(Math.ceil((needed / total) * extents(drive)), left - room), extents(drive), left);
    left -= share;
    const dataBytes = Math.min(data, share * EXTENT_BYTES);
    data -= dataBytes;
    return { drive, sizeBytes: share * EXTENT_BYTES, dataBytes };
  });
  return placement(request, 1, legs);
}

function placement(request: PlacementRequest, stripeWidth: number, legs: ({ drive: CandidateDrive } & LegSize)[]): Placement {
  return {
    stripeWidth,
    rawBytes: legs.reduce((sum, leg) => sum + leg.sizeBytes, 0),
    usableBytes: request.sizeBytes,
    legs: legs.map(({ drive, sizeBytes, dataBytes }, index) => ({
      index,
      drive: { id: drive.driveId, serial: drive.serial },
      node: { id: drive.nodeId, name: drive.nodeName },
      // Without the label a node is its own domain. Only mirrors need the label, and a mirror never gets here without it.
      failureDomain: drive.failureDomain ?? drive.nodeName,
      numaNode: drive.numaNode,
      sizeBytes,
      dataBytes,
    })),
  };
}
