import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './setup.mjs';
import { labFiles } from './test-lists.mjs';

const notOurs = new Set(['node_modules', 'dist', '.cache', '.git']);

function testFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : testFiles(path);
    return /\.(test|spec)\.(ts|tsx|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}

/** vitest projects that run each file. */
function projectsByFile() {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  const { VITEST, VITEST_WORKER_ID, ...env } = process.env;
  const listed = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env }));
  const byFile = new Map();
  for (const { file, projectName } of listed) {
    const path = file.slice(root.length);
    byFile.set(path, [...(byFile.get(path) ?? []), projectName]);
  }
  return byFile;
}

it('has each test file in exactly one list', { timeout: 120_000 }, () => {
  const projects = projectsByFile();
  // Playwright's configuration includes every spec of this folder.
  for (const file of testFiles('.').filter((path) => /^e2e\/browser\/.+\.spec\.ts$/.test(path))) projects.set(file, ['browser']);
  const wrong = testFiles('.').filter((file) => projects.get(file)?.length !== 1);
  expect(wrong.map((file) => `${file}: in ${projects.get(file)?.join(' and ') ?? 'no list'}`)).toEqual([]);
  const lab = [...projects].filter(([, [project]]) => project.startsWith('lab')).map(([file]) => file);
  expect(labFiles().toSorted()).toEqual(lab.toSorted());
  expect(
    labFiles()
      .slice(0, 2)
      .map((file) => projects.get(file)),
  ).toEqual([['lab'], ['lab']]);
});
