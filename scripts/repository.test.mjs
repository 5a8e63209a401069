import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './setup.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

it('has a workflow that runs .ci/run within its 90 minutes, with the Node of .nvmrc', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml'));
  expect(jobs.test['timeout-minutes']).toBe(90);
  expect(jobs.test.steps.at(-1)).toEqual({ run: '.ci/run' });
  expect(jobs.test.steps.map((step) => step.with?.['node-version-file']).filter(Boolean)).toEqual(['.nvmrc']);
  expect(existsSync(join(root, '.ci/run'))).toBe(true);
});

it('has a supported Node in .nvmrc', () => {
  expect(['22', '24']).toContain(read('.nvmrc').trim());
});

it('has YAML under .github that can be read', () => {
  const files = readdirSync(join(root, '.github'), { recursive: true }).filter((file) => file.endsWith('.yml'));
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect(() => parse(read(`.github/${file}`)), file).not.toThrow();
});

it('uses untyped database collections only in core/ and domain/store/ of the server', () => {
  const sources = readdirSync(join(root, 'apps/server/src'), { recursive: true }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(core|domain\/store)\//.test(file),
  );
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter((file) => /\.db\s*\.collection\b/.test(read(`apps/server/src/${file}`)))).toEqual([]);
});

/** Sentences of libraries, which carry no code. */
const libraries = ['Max payload size exceeded'];
const readsSentence = [
  /\b(message|detail|sentence|because|explanation|waitingFor|unblockedBy)\??\.(startsWith|endsWith|includes|indexOf|match|matchAll|search|replace|split)\(/,
  /\.(test|exec)\([^)]*\b(message|detail|sentence|because|explanation|waitingFor|unblockedBy)\b/,
  /\.(startsWith|endsWith|includes|indexOf)\('[^']*[a-z] [^']*'/,
];

it('reads no sentence of its own in server, console and contracts: messages are data', () => {
  const sources = ['apps/server/src', 'apps/web/src', 'packages/shared/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|bench)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(sources.length).toBeGreaterThan(800);
  const found = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => readsSentence.some((pattern) => pattern.test(line)) && !libraries.some((text) => line.includes(text)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** Each folder below, with how many files it has itself. */
function folders(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(
    ({ name }) => !['node_modules', 'dist', '.cache'].includes(name),
  );
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => folders(`${path}/${name}`));
  return [[path, entries.filter((entry) => entry.isFile()).length], ...below];
}

it('has no folder of code with more than 25 files', () => {
  const counts = ['apps', 'packages', 'e2e', 'scripts', 'dashboards'].flatMap(folders);
  expect(counts.length).toBeGreaterThan(200);
  expect(counts.filter(([, files]) => files > 25)).toEqual([]);
});
