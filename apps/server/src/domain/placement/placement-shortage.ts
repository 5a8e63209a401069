import { DomainError, type ErrorCode, type Shortage } from '@weft/shared/errors/errors';
import { isMirrored } from '@weft/shared/kinds/volume';
import { formatBytes, formatNeeded } from '@weft/shared/units';
import type { CandidateDrive, Candidates } from './candidates.js';
import type { PlacementRequest } from './placement.js';

const MOST_NAMED = 8;

/** Error for a missing placement: what is short and where, in numbers. @param legBytes size of one leg at a width. @param largest size that fits, or null. */
export function describeShortage(
  request: PlacementRequest,
  { drives, className, leftOut }: Candidates,
  legBytes: (width: number) => number,
  largest: number | null,
): DomainError {
  const explain = isMirrored(request.protection) ? mirrorShortage : plainShortage;
  const { code, detail, shortages } = explain(request, `class ${className}`, drives, legBytes);
  return new DomainError(code, `${detail}${leftOut.length > 0 ? `. Not counted: ${leftOut.join('; ')}` : ''}`, {
    shortages,
    fittingSizeBytes: largest ?? undefined,
  });
}

interface Words {
  code: ErrorCode;
  detail: string;
  shortages: Shortage[];
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const named = (items: string[]) =>
  items.length > MOST_NAMED ? `${items.slice(0, MOST_NAMED).join(', ')} and ${items.length - MOST_NAMED} more` : items.join(', ');

function grouped(drives: readonly CandidateDrive[], key: (drive: CandidateDrive) => string): [string, CandidateDrive[]][] {
  const groups = new Map<string, CandidateDrive[]>();
  for (const drive of drives) groups.set(key(drive), [...(groups.get(key(drive)) ?? []), drive]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Number of drives that all domains together can contribute to `sets` mirror sets. */
const usable = (domains: [string, CandidateDrive[]][], sets: number) =>
  domains.reduce((sum, [, drives]) => sum + Math.min(drives.length, sets), 0);

function mirrorShortage(
  request: PlacementRequest,
  where: string,
  drives: readonly CandidateDrive[],
  legBytes: (width: number) => number,
): Words {
  const labelled = drives.filter((drive) => drive.failureDomain !== null);
  const unlabelled = grouped(
    drives.filter((drive) => drive.failureDomain === null),
    (drive) => drive.nodeName,
  ).map(([name]) => name);
  const missing =
    unlabelled.length === 0
      ? ''
      : `; ${unlabelled.length === 1 ? 'node' : 'nodes'} ${named(unlabelled)} ${unlabelled.length === 1 ? 'has' : 'have'} no label "${request.failureDomain}" and cannot be used: set it`;
  const domains = grouped(labelled, (drive) => drive.failureDomain as string);
  const noun = request.failureDomain;
  if (domains.length < 2) {
    const detail = `${where} has ${plural(domains.length, `failure domain`)} (${noun}${domains.length === 1 ? ` ${domains[0]?.[0]}` : ''}), ${request.protection} needs at least 2${missing}. Take drives of another ${noun} into service, or choose another failure domain`;
    return {
      code: 'insufficient-failure-domains',
      detail,
      shortages: [{ what: 'failure-domains', unit: 'count', needed: 2, available: domains.length, where }],
    };
  }
  const sets = reportedSets(request, domains);
  const needs = `${request.protection} with ${plural(sets, 'mirror set')} needs ${2 * sets} drives, at most ${sets} of one ${noun}`;
  if (usable(domains, sets) < 2 * sets) {
    const has = named(domains.map(([domain, of]) => `${domain} has ${of.length}`));
    const detail = `${where}: ${needs}, and ${usable(domains, sets)} count: ${has}${missing}. Choose a smaller stripeWidth, or take more drives into service`;
    return {
      code: 'insufficient-drives',
      detail,
      shortages: [{ what: 'drives', unit: 'count', needed: 2 * sets, available: usable(domains, sets), where }],
    };
  }
  const needed = legBytes(sets);
  const short = domains
    .map(([domain, of]) => {
      const asked = Math.min(of.length, sets);
      return { domain, asked, fitting: of.filter((drive) => drive.freeBytes >= needed).length, available: nthFree(of, asked) };
    })
    .filter(({ fitting, asked }) => fitting < asked);
  const shortages = short.map(({ domain, available }): Shortage => ({ what: 'space', unit: 'bytes', needed, available, where: domain }));
  const has = named(
    short.map(
      ({ domain, asked, fitting, available }) =>
        `${domain} has ${fitting}, its best ${asked === 1 ? `drive has ${formatBytes(available)} free` : `${asked} have ${formatBytes(available)} free each`}`,
    ),
  );
  const detail = `${where} has ${plural(domains.length, 'failure domain')}; ${needs}, with ${formatNeeded(needed)} free each: ${has}${missing}. Choose a smaller size, or free or add space`;
  return { code: 'insufficient-space', detail, shortages };
}

/** Mirror sets for the error: as requested, else the most that the drives allow, because that needs the least of each drive. */
function reportedSets(request: PlacementRequest, domains: [string, CandidateDrive[]][]): number {
  if (request.protection === 'raid1') return 1;
  if (request.stripeWidth !== null) return request.stripeWidth;
  let sets = 2;
  while (sets < 64 && usable(domains, sets + 1) >= 2 * (sets + 1)) sets += 1;
  return sets;
}

/** Free bytes of the n-th emptiest drive: the last one that the domain has to contribute. */
const nthFree = (drives: readonly CandidateDrive[], n: number) => drives.map((drive) => drive.freeBytes).sort((a, b) => b - a)[n - 1] ?? 0;

function plainShortage(
  request: PlacementRequest,
  where: string,
  drives: readonly CandidateDrive[],
  legBytes: (width: number) => number,
): Words {
  const width = request.protection === 'concatenated' ? 1 : (request.stripeWidth ?? Math.min(64, Math.max(2, drives.length)));
  const needed = legBytes(width);
  if (drives.length < width) {
    const detail = `${where} has ${plural(drives.length, 'drive')} in service, ${request.protection} needs ${width === 1 ? 'at least 1' : `${width}, one for each leg`}. Take more drives into service${request.stripeWidth === null ? '' : ', or choose a smaller stripeWidth'}`;
    return {
      code: 'insufficient-drives',
      detail,
      shortages: [{ what: 'drives', unit: 'count', needed: width, available: drives.length, where }],
    };
  }
  if (request.protection === 'concatenated') {
    const available = drives.reduce((sum, drive) => sum + drive.freeBytes, 0);
    const detail = `${where} has ${formatBytes(available)} free on ${plural(drives.length, 'drive')}, concatenated needs ${formatNeeded(needed)}. Choose a smaller size, or free or add space`;
    return { code: 'insufficient-space', detail, shortages: [{ what: 'space', unit: 'bytes', needed, available, where }] };
  }
  const fitting = drives.filter((drive) => drive.freeBytes >= needed).length;
  const nodes = grouped(drives, (drive) => drive.nodeName).filter(([, of]) => of.some((drive) => drive.freeBytes < needed));
  const has = named(nodes.map(([node, of]) => `${node} has at least one with only ${formatBytes(nthFree(of, of.length))}`));
  const detail = `${where}: ${request.protection} over ${width} legs needs ${width} drives with ${formatNeeded(needed)} free each, and ${fitting} of ${drives.length} have it: ${has}. Choose a smaller size, or free or add space`;
  return {
    code: 'insufficient-space',
    detail,
    shortages: nodes.map(
      ([node, of]): Shortage => ({ what: 'space', unit: 'bytes', needed, available: nthFree(of, of.length), where: node }),
    ),
  };
}
