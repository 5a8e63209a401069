import type { Tree } from '../run/host-fs.js';

/** Compares tables that name devices by path or by major:minor: dmsetup prints numbers. */
export async function equalTables(tree: Tree, one: string, other: string): Promise<boolean> {
  return (await normalise(tree, one)) === (await normalise(tree, other));
}

/** Whether `after` leaves everything that `before` maps in place: same lines, of which the last may be longer, then more lines. */
export async function extendsTable(tree: Tree, before: string, after: string): Promise<boolean> {
  const [old, wanted] = [(await normalise(tree, before)).split('\n'), (await normalise(tree, after)).split('\n')];
  return old.every((line, at) => {
    const [start, length, ...rest] = line.split(' ');
    const [newStart, newLength, ...newRest] = (wanted[at] ?? '').split(' ');
    const same = start === newStart && rest.join(' ') === newRest.join(' ');
    return same && (at === old.length - 1 ? Number(length) <= Number(newLength) : length === newLength);
  });
}

/** `0: 0+122880 122880 weft -` (Documentation/admin-guide/device-mapper/statistics.rst). */
export const parseStatsRegions = (text: string): { id: string; sectors: number }[] =>
  text.split('\n').flatMap((line) => {
    const match = /^(\d+): \d+\+(\d+) /.exec(line.trim());
    return match?.[1] ? [{ id: match[1], sectors: Number(match[2]) }] : [];
  });

async function normalise(tree: Tree, table: string): Promise<string> {
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const numbered = lines.map((words) =>
    Promise.all(words.map(async (word) => (word.startsWith('/dev/') ? ((await tree.deviceNumber(word)) ?? word) : word))),
  );
  return (await Promise.all(numbered)).map((words) => words.join(' ')).join('\n');
}
