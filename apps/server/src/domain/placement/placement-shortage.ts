import { DomainError } from '@weft/shared/errors/domain-error';
import type { Shortage } from '@weft/shared/errors/errors';
import { isMirrored, mirrorCopies } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';
import { errorPart } from '@weft/shared/text/rendering/render-error';
import type { CandidateDrive, Candidates } from './candidates.js';
import type { PlacementRequest } from './placement.js';

/** Error for a missing placement: what is short and where, in numbers. @param legBytes size of one leg at a width. @param largest size that fits, or null. */
export function describeShortage(
  request: PlacementRequest,
  { drives, className, leftOut }: Candidates,
  legBytes: (width: number) => number,
  largest: number | null,
): DomainError {
  const short: Short = { request, className, drives, notCounted: leftOut, legBytes, fittingSizeBytes: largest ?? undefined };
  return isMirrored(request.protection) ? mirrorShortage(short) : plainShortage(short);
}

interface Short {
  request: PlacementRequest;
  className: string;
  drives: readonly CandidateDrive[];
  notCounted: Message[];
  legBytes: (width: number) => number;
  fittingSizeBytes: number | undefined;
}

function grouped(drives: readonly CandidateDrive[], key: (drive: CandidateDrive) => string): [string, CandidateDrive[]][] {
  const groups = new Map<string, CandidateDrive[]>();
  for (const drive of drives) groups.set(key(drive), [...(groups.get(key(drive)) ?? []), drive]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Number of drives that all domains together can contribute to `sets` mirror sets. */
const usable = (domains: [string, CandidateDrive[]][], sets: number) =>
  domains.reduce((sum, [, drives]) => sum + Math.min(drives.length, sets), 0);

function mirrorShortage({ request, className, drives, notCounted, legBytes, fittingSizeBytes }: Short): DomainError {
  const { protection, failureDomain } = request;
  const unlabelled = drives.filter((drive) => drive.failureDomain === null);
  const domains = grouped(
    drives.filter((drive) => drive.failureDomain !== null),
    (drive) => drive.failureDomain as string,
  );
  const unlabelledNodes = grouped(unlabelled, (drive) => drive.nodeName).map(([name]) => name);
  const copies = mirrorCopies(request);
  const asked = { className, protection, copies, failureDomain, unlabelledNodes, notCounted };
  const where = `class ${className}`;
  if (domains.length < copies)
    return new DomainError(
      'mirrors-need-domains',
      { ...asked, domains: domains.map(([domain]) => domain) },
      { shortages: [{ what: 'failure-domains', unit: 'count', needed: copies, available: domains.length, where }], fittingSizeBytes },
    );
  const mirrorSets = reportedSets(request, domains);
  const usableDrives = usable(domains, mirrorSets);
  if (usableDrives < copies * mirrorSets)
    return new DomainError(
      'mirrors-need-drives',
      {
        ...{ ...asked, mirrorSets, usableDrives },
        domains: domains.map(([domain, of]) => errorPart('domain-drives', { domain, drives: of.length })),
      },
      { shortages: [{ what: 'drives', unit: 'count', needed: copies * mirrorSets, available: usableDrives, where }], fittingSizeBytes },
    );
  const neededBytes = legBytes(mirrorSets);
  const short = domains.map((each) => domainSpace(each, mirrorSets, neededBytes)).filter((each) => each.fittingDrives < each.neededDrives);
  return new DomainError(
    'mirrors-need-space',
    { ...asked, mirrorSets, neededBytes, domainCount: domains.length, domains: short.map((each) => errorPart('domain-space', each)) },
    { shortages: short.map(({ domain, freeBytes }) => spaceShortage(domain, neededBytes, freeBytes)), fittingSizeBytes },
  );
}

function domainSpace([domain, drives]: [string, CandidateDrive[]], mirrorSets: number, neededBytes: number) {
  const neededDrives = Math.min(drives.length, mirrorSets);
  const fittingDrives = drives.filter((drive) => drive.freeBytes >= neededBytes).length;
  return { domain, neededDrives, fittingDrives, freeBytes: nthFree(drives, neededDrives) };
}

const spaceShortage = (where: string, needed: number, available: number): Shortage => ({
  ...{ what: 'space', unit: 'bytes', needed, available, where },
});

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

function plainShortage({ request, className, drives, notCounted, legBytes, fittingSizeBytes }: Short): DomainError {
  const { protection, stripeWidth } = request;
  const width = protection === 'concatenated' ? 1 : (stripeWidth ?? Math.min(64, Math.max(2, drives.length)));
  const neededBytes = legBytes(width);
  const where = `class ${className}`;
  const asked = { className, protection, notCounted };
  if (drives.length < width)
    return new DomainError(
      'legs-need-drives',
      { ...asked, drives: drives.length, neededDrives: width, widthRequested: stripeWidth !== null },
      { shortages: [{ what: 'drives', unit: 'count', needed: width, available: drives.length, where }], fittingSizeBytes },
    );
  if (protection === 'concatenated') {
    const freeBytes = drives.reduce((sum, drive) => sum + drive.freeBytes, 0);
    return new DomainError(
      'concatenation-needs-space',
      { ...asked, drives: drives.length, freeBytes, neededBytes },
      { shortages: [spaceShortage(where, neededBytes, freeBytes)], fittingSizeBytes },
    );
  }
  const fittingDrives = drives.filter((drive) => drive.freeBytes >= neededBytes).length;
  const nodes = grouped(drives, (drive) => drive.nodeName)
    .filter(([, of]) => of.some((drive) => drive.freeBytes < neededBytes))
    .map(([nodeName, of]) => ({ nodeName, freeBytes: nthFree(of, of.length) }));
  return new DomainError(
    'legs-need-space',
    { ...asked, legs: width, drives: drives.length, fittingDrives, neededBytes, nodes: nodes.map((each) => errorPart('node-space', each)) },
    { shortages: nodes.map(({ nodeName, freeBytes }) => spaceShortage(nodeName, neededBytes, freeBytes)), fittingSizeBytes },
  );
}
