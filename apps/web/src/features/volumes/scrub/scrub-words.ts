import { formatBytes } from '@weft/shared/units';
import type { Volume, VolumeScrub } from '../../../api/types.js';
import { durationText } from '../../../ui/time/time-text.js';

type Current = NonNullable<VolumeScrub['current']>;
type Result = NonNullable<VolumeScrub['last']>;
type Half = NonNullable<Result['halves']>[number];

const share = ({ checkedBytes, totalBytes }: { checkedBytes: number; totalBytes: number }): string =>
  totalBytes === 0 ? '0 %' : `${Math.floor((100 * checkedBytes) / totalBytes)} %`;

const mismatchesText = (bytes: number): string => (bytes === 0 ? 'no mismatch' : `mismatches in ranges of ${formatBytes(bytes)}`);

/** What the scrub does now. */
export function currentText({ action, client, isStopping, progress }: Current): string {
  const what = action === 'repair' ? 'Repair' : 'Scrub';
  if (isStopping) return `${what} on ${client.name} is stopping.`;
  if (!progress) return `${what} is ordered: ${client.name} has not reported on it yet.`;
  const { state, bytesPerSecond, mismatchBytes } = progress;
  const speed = bytesPerSecond === null ? '' : `, ${formatBytes(bytesPerSecond)}/s`;
  return `${what} on ${client.name} is ${state}: ${share(progress)} of ${formatBytes(progress.totalBytes)}${speed}, ${mismatchesText(mismatchBytes)} so far.`;
}

/** What the last scrub found. */
export function resultText({ action, outcome, mismatchBytes, startedAt, endedAt, ...counts }: Result): string {
  const what = action === 'repair' ? 'Repair' : 'Scrub';
  const part = outcome === 'completed' ? formatBytes(counts.totalBytes) : `${share(counts)} of ${formatBytes(counts.totalBytes)}`;
  const took = startedAt === null ? '' : ` in ${durationText(startedAt, endedAt)}`;
  const found =
    action === 'repair' && mismatchBytes > 0
      ? `copied the first half over ranges of ${formatBytes(mismatchBytes)}`
      : mismatchesText(mismatchBytes);
  return `${what} ${outcome}: ${part}${took}, ${found}.`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Wrong checksums of one half, and whether these are all. */
export const halfText = ({ checksumErrors, count }: Half): string =>
  count === 'restarted' || count === 'unknown' ? `at least ${checksumErrors}` : String(checksumErrors);

const COUNT_NOTES: Record<Exclude<Half['count'], 'complete'>, string> = {
  counting: 'Targets still count, for two minutes after the end.',
  restarted: 'A target began to count from zero meanwhile.',
  unknown: 'A target has not reported since the end.',
};

/** Which half was wrong. Null: nobody knows, because the volume has no checksums. */
export function wrongHalfText({ halves }: Pick<Result, 'halves'>): string | null {
  if (!halves) return null;
  const wrong = halves.filter(({ checksumErrors }) => checksumErrors > 0);
  const named = wrong.map(
    ({ index, node, drive, checksumErrors }) => `leg ${index} on ${node.name} (drive ${drive.serial}), ${times(checksumErrors)}`,
  );
  const found = wrong.length > 0 ? `${upperFirst(named.join('; '))}. Repaired from another half.` : 'None found.';
  const notes = new Set(halves.flatMap(({ count }) => (count === 'complete' ? [] : [COUNT_NOTES[count]])));
  return [found, ...notes].join(' ');
}

const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Why an action on scrubs is not possible now; null: it is. */
export function scrubRefusal(action: 'start' | 'stop' | 'repair', { scrub }: Pick<Volume, 'scrub'>): string | null {
  if (!scrub) return 'It is no mirror: there is no second copy to compare.';
  if (action === 'stop') return !scrub.current ? 'No scrub is ordered.' : scrub.current.isStopping ? 'It is stopping already.' : null;
  if (scrub.current) return 'A scrub is ordered already: stop it first.';
  if (scrub.waitsForAttachment) return 'No client has it attached for writing: attach it first.';
  const { last } = scrub;
  const hasFound = last !== null && last.action === 'check' && last.outcome === 'completed' && last.mismatchBytes > 0;
  return action === 'repair' && !hasFound ? 'The last scrub was not a complete one that found mismatches.' : null;
}
