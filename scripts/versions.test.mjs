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
  '%s and its references to our packages have the version of the repository',
  (_name, workspace) => {
    const ours = Object.entries({ ...workspace.dependencies, ...workspace.devDependencies }).filter(([name]) => name.startsWith('@weft/'));
    expect(workspace.version).toBe(version);
    for (const [, wanted] of ours) expect(wanted).toBe(version);
  },
);

test('version.ts has the version of package.json', () => {
  expect(readFileSync(`${root}packages/shared/src/version.ts`, 'utf8')).toContain(`'${version}'`);
});

test.each([
  ['packages/ansible/galaxy.yml', `version: ${version}`],
  ['packages/python-client/pyproject.toml', `version = "${version}"`],
  ['packages/python-client/weft_client/__init__.py', `__version__ = "${version}"`],
])('%s has the version of package.json', (file, line) => {
  expect(readFileSync(`${root}${file}`, 'utf8').split('\n')).toContain(line);
});
