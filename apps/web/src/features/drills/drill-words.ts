import type { Drill } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { runStatus } from '../run-status.js';

export const drillWords: Record<Drill['kind'], string> = {
  'close-path': 'Close a path',
  'cut-network': "Cut a target's network",
  'stop-exports': "Stop a target's exports",
  'kill-agent': 'Kill an agent',
  'fail-leg': 'Fail a mirror half',
};

const PHASES: Record<Drill['phase'], string> = {
  settling: 'the load runs alone',
  fault: 'the fault is made',
  healing: 'the fault was taken back, and everything becomes whole',
};

export const drillStatus = (drill: Drill): StatusFacts => runStatus(drill, 'its scratch volume is', PHASES[drill.phase]);

/** Example: `0.42 s`. Null: not measured. */
export const secondsText = (seconds: number | null): string | null =>
  seconds === null ? null : seconds < 0.1 ? `${Math.round(seconds * 1e5) / 100} ms` : `${Math.round(seconds * 100) / 100} s`;

/** Example: `cut-network on t1, storage-1`. */
export const placeText = ({ node, storageNetwork }: Pick<Drill, 'node' | 'storageNetwork'>): string =>
  node === null ? 'not decided yet' : storageNetwork === null ? node.name : `${node.name}, ${storageNetwork}`;

/** Measured stalls by kind, oldest first. */
export function trendOf(drills: readonly Drill[]): { kind: Drill['kind']; drills: readonly Drill[] }[] {
  const measured = drills.filter(({ report }) => report.longestStallSeconds !== null).toReversed();
  const kinds = [...new Set(measured.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => ({ kind, drills: measured.filter((drill) => drill.kind === kind) }));
}
