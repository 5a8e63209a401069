import { describe, expect, it } from 'vitest';
import { cycleProblems, folderArrows, folderCycles } from './folder-cycles.mjs';

/** `arrows('a/one.ts > b/two.ts')`: one file imports another. */
const arrows = (...imports) => {
  const modules = new Map();
  const at = (source) => modules.get(source) ?? modules.set(source, { source, dependencies: [] }).get(source);
  for (const line of imports) {
    const [from, to] = line.split(' > ');
    at(from).dependencies.push({ resolved: to });
    at(to);
  }
  return folderArrows([...modules.values()]);
};
const cyclic = arrows('a/1.ts > b/1.ts', 'b/2.ts > c/1.ts', 'c/2.ts > a/2.ts', 'a/1.ts > d/1.ts');

describe('folderCycles', () => {
  it('finds folders that import each other through different files', () => {
    expect(folderCycles(cyclic)).toEqual([['a', 'b', 'c']]);
  });

  it('keeps two cycles apart although one imports the other', () => {
    const two = arrows('a/1.ts > b/1.ts', 'b/1.ts > a/2.ts', 'b/1.ts > x/1.ts', 'x/1.ts > y/1.ts', 'y/1.ts > x/2.ts');
    expect(folderCycles(two)).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ]);
  });

  it('treats a folder and a folder inside it as two', () => {
    expect(folderCycles(arrows('a/1.ts > a/in/1.ts', 'a/in/1.ts > a/2.ts'))).toEqual([['a', 'a/in']]);
  });

  it('ignores tests, packages and imports within a folder', () => {
    const quiet = [
      'a/1.ts > a/2.ts',
      'a/1.ts > b/1.ts',
      'b/1.test.ts > a/1.ts',
      'b/1.ts > node_modules/z/i.js',
      'node_modules/z/i.js > a/1.ts',
    ];
    expect(folderCycles(arrows(...quiet))).toEqual([]);
  });
});

it('gives a problem that names the folders of a cycle and an import of each arrow', () => {
  const [problem, ...others] = cycleProblems(cyclic);
  expect(problem).toContain('c → a: 1 imports, for example c/2.ts → a/2.ts');
  expect(problem).not.toContain('→ d');
  expect(others).toEqual([]);
});
