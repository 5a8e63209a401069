import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './setup.mjs';

const readJson = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'));
const { version, workspaces } = readJson('package.json');
const packages = workspaces
  .flatMap((pattern) =>
    pattern.endsWith('/*') ? readdirSync(`${root}${pattern.slice(0, -1)}`).map((name) => pattern.replace('*', name)) : [pattern],
  )
  .map((folder) => readJson(`${folder}/package.json`));

test.each(packages.map((workspace) => [workspace.name, workspace]))(
  'given %s, then it carries the version of the repository, and so do its references to ours',
  (_name, workspace) => {
    const ours = Object.entries({ ...workspace.dependencies, ...workspace.devDependencies }).filter(([name]) => name.startsWith('@weft/'));
    expect(workspace.version).toBe(version);
    for (const [, wanted] of ours) expect(wanted).toBe(version);
  },
);

test('given the version that programs print, then it is that of package.json', () => {
  expect(readFileSync(`${root}packages/shared/src/version.ts`, 'utf8')).toContain(`'${version}'`);
});
