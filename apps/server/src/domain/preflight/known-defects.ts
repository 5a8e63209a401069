import type { HostFacts, ToolName } from '@weft/shared/messages/host-facts';

interface Defect {
  /** Which version. */
  of: 'kernel' | ToolName;
  /** In versions from this one, and before that one. */
  from: readonly number[];
  before: readonly number[];
  name: string;
}

/** Seen on the versions named, or documented by their project. A distribution may have fixed one in an older version. */
const knownDefects: readonly Defect[] = [
  {
    ...{ of: 'kernel', from: [6, 12], before: [6, 13] },
    name: 'Linux 6.12: md raid10 with near=3 can lose data when two members return one after the other (Weft makes no such array)',
  },
  {
    ...{ of: 'nvme-cli', from: [0], before: [2, 4] },
    name: 'nvme-cli before 2.4 has no --fast_io_fail_tmo (Weft writes it to sysfs)',
  },
  {
    ...{ of: 'kernel', from: [0], before: [5, 15] },
    name: 'Linux before 5.15 gives devices no sequence number, so that a device that was replaced is noticed later',
  },
];

/** Numbers of a version: `6.12.9-amd64` → 6, 12, 9. Undefined: no number. */
export function numbersOf(version: string): number[] | undefined {
  const found = /\d+(\.\d+)*/.exec(version)?.[0];
  return found?.split('.').map(Number);
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, each) => each).find((each) => (a[each] ?? 0) !== (b[each] ?? 0));
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};

/** Defects of these versions, and the programs whose versions are unknown. */
export function defectsOf({ kernel, tools }: { kernel: string; tools: HostFacts['tools'] }): { defects: string[]; unread: string[] } {
  const versionOf = (of: Defect['of']) => numbersOf((of === 'kernel' ? kernel : tools[of]) ?? '');
  const defects = knownDefects.filter(({ of, from, before }) => {
    const version = versionOf(of);
    return version !== undefined && compare(version, from) >= 0 && compare(version, before) < 0;
  });
  const unread = [...new Set(knownDefects.map(({ of }) => of))].filter((of) => versionOf(of) === undefined);
  return { defects: defects.map(({ name }) => name), unread };
}
