import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Inputs of a build; tests, installed files and build output are excluded. */
const sources = ['packages', 'apps', 'scripts/build.mjs', 'tsconfig.base.json', 'tsconfig.json', 'package-lock.json'];
const notSources = /^(node_modules|dist|\.cache|coverage)$|\.test\.(ts|tsx|mjs)$|\.md$|\.tsbuildinfo$/;
/** Output of a build: when a dist folder was removed by hand, a build must run. */
const made = [
  'apps/server/dist/bundle/weft-server.mjs',
  'packages/test-support/dist/kept-mongo.js',
  'packages/agent/dist/weft-simulation.mjs',
  'apps/web/dist/site/index.html',
];

function* filesUnder(root, path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (notSources.test(entry.name)) continue;
    if (entry.isDirectory()) yield* filesUnder(root, join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

/** One hash of the names and contents of all sources, and of Node's major version. */
export function hashOfSources(root) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  for (const source of sources) {
    const files = source.includes('.') ? [source] : filesUnder(root, source);
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const stampOf = (root) => join(root, '.cache/start/built');

export function isBuilt(root, hash) {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && made.every((file) => existsSync(join(root, file)));
}

/** Builds unless the present build was made from exactly these sources. @throws Error when the build fails; its output is above. */
export function buildIfChanged(root) {
  const hash = hashOfSources(root);
  if (isBuilt(root, hash)) return;
  console.log('start: building (the first time about a minute)');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The build failed; see its output above.');
  mkdirSync(dirname(stampOf(root)), { recursive: true });
  writeFileSync(stampOf(root), hash);
}
