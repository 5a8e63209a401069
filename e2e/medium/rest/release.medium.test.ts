/** A release built twice, and what its packages do. Needs root (overlayfs, chroot) and a registry of npm packages, or npm's cache of them. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { WEFT_VERSION } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServerProcess } from '../../support/server-process.js';

const script = fileURLToPath(new URL('../../../scripts/release.mjs', import.meta.url));
const names = [
  'SHA256SUMS',
  `weft-${WEFT_VERSION}-changelog.md`,
  `weft-${WEFT_VERSION}.cdx.json`,
  `weft-agent_${WEFT_VERSION}_all.deb`,
  `weft-cli-${WEFT_VERSION}.tgz`,
  `weft-csi_${WEFT_VERSION}_all.deb`,
  expect.stringMatching(/^weft-server-[\d.]+-linux-[a-z0-9]+\.tar\.gz$/),
  expect.stringMatching(/^weft-server_[\d.]+_[a-z0-9]+\.deb$/),
  `weft-storage-${WEFT_VERSION}.tar.gz`,
  `weft_${WEFT_VERSION}_all.deb`,
  `weft_client-${WEFT_VERSION}-py3-none-any.whl`,
];

let folder: string;
const at = (...more: string[]) => join(folder, ...more);
const nameOf = async (pattern: RegExp) => (await readdir(at('one'))).find((name) => pattern.test(name)) ?? 'none';

/** Builds what the checkout has, changes included: the test is also of a change that is not committed yet. */
async function release(output: string, umask: string, environment: Record<string, string>): Promise<void> {
  const command = `umask ${umask}; exec "$@"`;
  const args = ['-c', command, 'sh', process.execPath, script, '--dirty', '--output', at(output)];
  await promisify(execFile)('sh', args, { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }, maxBuffer: 2 ** 26 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-releases-'));
  await release('one', '022', {});
  await release('two', '077', { TZ: 'Asia/Tokyo', LANG: 'C', NODE_ENV: 'production' });
}, 3_600_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('two builds in different folders, time zones and umasks have the same checksums', async () => {
  expect((await readdir(at('one'))).sort()).toEqual(names);
  expect(await readFile(at('one/SHA256SUMS'), 'utf8')).toBe(await readFile(at('two/SHA256SUMS'), 'utf8'));
  for (const build of ['one', 'two']) execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: at(build) });
});

test('the SBOM lists what the packages hold, and nothing of the build', async () => {
  const sbom = JSON.parse(await readFile(at(`one/weft-${WEFT_VERSION}.cdx.json`), 'utf8'));
  const components = sbom.components.map(({ name, group }: { name: string; group?: string }) => (group ? `${group}/${name}` : name));
  expect(components).toEqual(expect.arrayContaining(['zod', 'mongodb', '@node-rs/argon2', 'react', 'socket.io-client', 'yaml']));
  expect(components.filter((name: string) => ['vite', 'vitest', 'typescript', 'esbuild'].includes(name))).toEqual([]);
});

test.each([
  ['the Debian package', /\.deb$/, (file: string, into: string) => ['dpkg-deb', '-x', file, into], 'usr/lib/weft-server'],
  ['the bundle', /\.tar\.gz$/, (file: string, into: string) => ['tar', '-xf', file, '-C', into, '--strip-components=1'], '.'],
] as const)('the server of %s serves API and console from its unpacked files alone', async (_name, pattern, unpack, lib) => {
  const [unpacked, state] = [await mkdtemp(at('unpacked-')), await mkdtemp(at('state-'))];
  const [program = '', ...args] = unpack(at('one', await nameOf(new RegExp(`^weft-server.*${pattern.source}`))), unpacked);
  execFileSync(program, args);
  const { uri, name } = testDatabase();
  const bin = join(unpacked, lib, 'apps/server/bin/weft-server.js');
  const server = await ServerProcess.start({ directory: state, mongoUri: uri, database: name, program: bin });
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const index = await (await fetch(server.url)).text();
    const [, asset = ''] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(index) ?? [];
    expect((await fetch(`${server.url}${asset}`)).headers.get('content-type')).toContain('javascript');
    // Hashes a password with native code, and reads the contract.
    await server.administrator();
    expect((await fetch(`${server.url}/api/v1/openapi.json`)).status).toBe(200);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

/** Runs a shell script in this machine's file system, with root, as `dpkg` sees it; nothing of it stays (overlayfs in a mount namespace of its own). */
function inCopyOfThisMachine(deb: string, commands: string): string {
  const outer = [
    'set -e',
    'mount -t tmpfs -o size=2g tmpfs "$1"',
    'mkdir "$1/upper" "$1/work" "$1/root"',
    'mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" overlay "$1/root"',
    '[ -x "$1/root/usr/bin/node" ] || cp "$3" "$1/root/usr/bin/node"',
    'cp "$2" "$1/root/weft-server.deb"',
    'cp "$1/../commands" "$1/root/commands"',
    'exec chroot "$1/root" sh /commands',
  ].join('\n');
  const args = ['--mount', '--propagation', 'private', 'sh', '-c', outer, 'sh', at('machine'), deb, process.execPath];
  mkdirSync(at('machine'));
  writeFileSync(at('commands'), `set -e\n${commands}`);
  return execFileSync('unshare', args, { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' } });
}

test('the Debian package keeps settings on an upgrade, and its purge leaves an agent its folders', async () => {
  const output = inCopyOfThisMachine(
    at('one', await nameOf(/^weft-server_.*\.deb$/)),
    `
mkdir -p /etc/weft /var/lib/weft
echo agent | tee /etc/weft/agent.json > /var/lib/weft/assignment.json
# Node is there, but perhaps not from a package.
dpkg --force-depends --install /weft-server.deb > /dev/null
stat -c '%n %a %U:%G' /etc/weft-server /etc/weft-server/server.json
echo '{ "listenPort": 4321 }' > /etc/weft-server/server.json
dpkg --force-depends --install /weft-server.deb > /dev/null
stat -c '%n %a %U:%G' /etc/weft-server/server.json
setpriv --reuid weft-server --regid weft-server --clear-groups weft-server config | grep WEFT_LISTEN_PORT
setpriv --reuid nobody --regid nogroup --clear-groups cat /etc/weft-server/server.json 2>&1 || true
mkdir -p /var/lib/weft-server
dpkg --remove weft-server > /dev/null
ls -d /etc/weft-server/server.json /var/lib/weft-server
dpkg --purge weft-server > /dev/null
for path in /etc/weft-server /var/lib/weft-server /usr/lib/weft-server /usr/bin/weft-server; do [ -e $path ] && echo "left: $path"; done
cat /etc/weft/agent.json /var/lib/weft/assignment.json
`,
  );
  expect(output.trim().split('\n')).toEqual([
    '/etc/weft-server 750 root:weft-server',
    '/etc/weft-server/server.json 640 root:weft-server',
    '/etc/weft-server/server.json 640 root:weft-server',
    'WEFT_LISTEN_PORT=4321',
    'cat: /etc/weft-server/server.json: Permission denied',
    '/etc/weft-server/server.json',
    '/var/lib/weft-server',
    'agent',
    'agent',
  ]);
});
