#!/usr/bin/env node
// `npm run check:folders`: finds import cycles between folders, type imports included (not tests: they may import whatever they test).
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isTest = (path) => /\.test\.[a-z]+$/.test(path);

/** Arrows from folder to folder, each with the imports that cause it. `modules` has the form of dependency-cruiser's JSON. */
export function folderArrows(modules) {
  const ours = new Set(modules.map(({ source }) => source).filter((source) => !isTest(source) && !source.includes('node_modules/')));
  const arrows = new Map([...ours].map((source) => [dirname(source), new Map()]));
  for (const { source, dependencies } of modules) {
    if (!ours.has(source)) continue;
    for (const { resolved } of dependencies) {
      if (!ours.has(resolved) || dirname(resolved) === dirname(source)) continue;
      const from = arrows.get(dirname(source));
      from.set(dirname(resolved), [...(from.get(dirname(resolved)) ?? []), `${source} → ${resolved}`]);
    }
  }
  return arrows;
}

/** Groups of two or more folders that all reach each other (strongly connected components), sorted by name. */
export function folderCycles(arrows) {
  const reach = (start) => {
    const seen = new Set();
    const open = [...(arrows.get(start)?.keys() ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(arrows.get(next)?.keys() ?? []));
    }
    return seen;
  };
  const reached = new Map([...arrows.keys()].map((folder) => [folder, reach(folder)]));
  const grouped = new Set();
  const cycles = [];
  for (const folder of [...arrows.keys()].sort()) {
    if (grouped.has(folder) || !reached.get(folder).has(folder)) continue;
    const group = [...reached.get(folder)].filter((other) => reached.get(other).has(folder)).sort();
    for (const member of group) grouped.add(member);
    cycles.push(group);
  }
  return cycles;
}

/** One sentence for each cycle, with the remedy. */
export const cycleProblems = (arrows) =>
  folderCycles(arrows).map(
    (cycle) => `These folders import each other in a cycle. Move files to the folder of their noun.\n${edges(arrows, cycle)}`,
  );

const edges = (arrows, cycle) =>
  cycle
    .flatMap((from) => cycle.filter((to) => arrows.get(from).has(to)).map((to) => ({ from, to, imports: arrows.get(from).get(to) })))
    .map(({ from, to, imports }) => `  ${from} → ${to}: ${imports.length} imports, for example ${imports[0]}`)
    .join('\n');

function main() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const folders = ['packages', 'apps', 'dashboards', 'e2e', 'scripts'];
  const json = execFileSync(join(root, 'node_modules/.bin/depcruise'), [...folders, '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const problems = cycleProblems(folderArrows(JSON.parse(json).modules));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
