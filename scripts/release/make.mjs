import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundleServer } from './bundle.mjs';
import { changelogSection } from './changelog.mjs';
import { checksums, SUMS, summed } from './checksums.mjs';
import { sbomOf } from './sbom.mjs';
import { commitOf, copySources } from './source.mjs';

/** Makes an empty output folder: removes the files of an earlier release. @throws Error if the folder holds any other file */
export function prepareOutput(output) {
  mkdirSync(output, { recursive: true });
  const held = readdirSync(output);
  const released = held.includes(SUMS) ? [SUMS, ...summed(readFileSync(join(output, SUMS), 'utf8'))] : [];
  const others = held.filter((name) => !released.includes(name));
  if (others.length > 0)
    throw new Error(`${output} holds files of no earlier release (${others.join(', ')}). Name another folder with --output.`);
  for (const name of held) rmSync(join(output, name));
}

/** Scripts of the workspaces that have a package: build-deb.mjs, build-npm.mjs, and those of Python and Ansible. Each prints the path of the package that it builds. */
const packaged = (source, script) =>
  ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(source, folder))
      .map((name) => `${folder}/${name}/packaging/${script}`)
      .filter((file) => existsSync(join(source, file))),
  );

/**
 * Builds a release of a checkout's commit in a copy of its sources. The same commit gives the same bytes with the same versions of Node, npm, dpkg
 * and tar on one architecture.
 * @param {{ root: string, output: string, dirty?: boolean, print?: (line: string) => void }} options `dirty`: also builds a checkout with changes
 */
export function makeRelease({ root, output, dirty = false, print = console.log }) {
  const commit = commitOf(root, { dirty });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const section = changelogSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (section.name !== version) print(`CHANGELOG.md has no section [${version}] yet: this release takes [${section.name}]`);
  prepareOutput(output);
  const source = mkdtempSync(join(tmpdir(), 'weft-release-'));
  // With NODE_ENV=production, `npm ci` would leave out what the build needs.
  const env = { ...process.env, NODE_ENV: '', SOURCE_DATE_EPOCH: String(commit.epoch), TZ: 'UTC', LC_ALL: 'C.UTF-8' };
  const run = (program, ...args) => {
    print(`${basename(program)} ${args.join(' ')}`);
    return execFileSync(program, args, { cwd: source, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  };
  try {
    copySources(root, source);
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
    run(process.execPath, 'scripts/build.mjs');
    const debs = packaged(source, 'build-deb.mjs').map((script) => run(process.execPath, script, output).trim());
    for (const name of ['build-npm.mjs', 'build-wheel.mjs', 'build-collection.mjs'])
      for (const script of packaged(source, name)) run(process.execPath, script, output);
    const server = debs.find((deb) => basename(deb).startsWith('weft-server_'));
    const architecture = basename(server, '.deb').split('_').at(-1);
    print('server bundle, SBOM, changelog, checksums');
    bundleServer({ deb: server, source, name: `weft-server-${version}-linux-${architecture}`, epoch: commit.epoch, output });
    writeFileSync(join(output, `weft-${version}.cdx.json`), sbomOf(source, commit));
    writeFileSync(join(output, `weft-${version}-changelog.md`), section.text);
    writeFileSync(join(output, SUMS), checksums(output));
  } finally {
    rmSync(source, { recursive: true });
  }
}
