import type { Tree } from './tree.js';

/** Compares tables with devices given as paths or as major:minor: dmsetup prints numbers. */
export async function equalTables(tree: Tree, one: string, other: string): Promise<boolean> {
  return (await normalise(tree, one)) === (await normalise(tree, other));
}

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
