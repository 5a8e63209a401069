#!/usr/bin/env node
/*
 * What an idle agent costs, without a laboratory: the packaged agent (`node build.mjs` first) behind its own wrapper's flags, on a target with
 * 12 drives and 24 exported legs that is a folder, bound over /sys and /etc in a mount namespace of its own. Needs root (unshare(1)).
 *   node idle-cost.mjs [--seconds 120] [--wide]     wide: 24 volumes of one leg each, in place of 2 of 12
 *   LEGS=240 makes it larger. NODE_FLAGS="--cpu-prof" adds to the flags of the wrapper; AGENT=file and WRAPPER=file measure another build.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Server } from 'socket.io';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, wide: { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
const DRIVES = 12;
const LEGS = Number(process.env.LEGS ?? 24);
const VOLUMES = values.wide ? LEGS : 2;
const MiB = 2 ** 20;

const id = (letter, number) => `${letter.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const NODE = id('a', 1);
const CLUSTER = id('c', 1);
const CLIENT_NQN = `nqn.2014-08.org.nvmexpress:uuid:${id('a', 9)}`;
const NVMET = '/sys/kernel/config/nvmet';
const portals = ['10.0.0.1', '10.0.1.1'];
const vg = (drive) => `weft-${id('d', drive)}`;
const lv = (leg) => `leg-${id('e', leg)}`;
/** UUIDs of a group and a volume as LVM reports them, and together as device-mapper does. */
const lvmUuid = (leg) => createHash('sha256').update(String(leg)).digest('hex');
const legs = Array.from({ length: LEGS }, (_, number) => ({ number, drive: number % DRIVES, volume: number % VOLUMES }));
const nqnOf = (volume) => `nqn.2026-11.org.weft:${id('7', volume)}:${NODE}:e1`;
const legsOf = (volume) => legs.filter((leg) => leg.volume === volume);

const content = {
  hostNqn: `nqn.2014-08.org.nvmexpress:uuid:${NODE}`,
  hostId: NODE,
  connect: { keepAliveSeconds: 5, reconnectDelaySeconds: 1, maxIoQueues: 8, ioPolicy: 'round-robin' },
  drives: Array.from({ length: DRIVES }, (_, drive) => ({
    driveId: id('d', drive),
    serial: `SER${drive}`,
    nsid: 1,
    desired: 'in-service',
    create: true,
    wipe: null,
  })),
  legs: legs.map(({ number, drive, volume }) => ({
    legId: id('e', number),
    volumeId: id('f', volume),
    driveId: id('d', drive),
    sizeBytes: 16 * MiB,
    desired: 'present',
    readyBytes: 0,
  })),
  exports: Array.from({ length: VOLUMES }, (_, volume) => ({
    attachmentId: id('7', volume),
    volumeId: id('f', volume),
    volumeName: `volume-${volume}`,
    epoch: 1,
    subsystemNqn: nqnOf(volume),
    serial: `S${volume}`,
    hostNqn: CLIENT_NQN,
    transport: 'rdma',
    serviceId: 4500 + volume,
    portals: portals.map((address, network) => ({ storageNetwork: `storage-${network}`, address })),
    namespaces: legsOf(volume).map(({ number }, at) => ({ nsid: at + 1, legId: id('e', number) })),
    desired: 'exported',
  })),
  attachments: [],
};

/** Writes below a folder that stands in for the root of the file system. */
const treeAt = (root) => ({
  path: (path) => join(root, path),
  folder: (path) => mkdirSync(join(root, path), { recursive: true }),
  put: (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  },
  /** A file for each attribute, as in sysfs. */
  putAll(path, attributes) {
    for (const [name, value] of Object.entries(attributes)) this.put(`${path}/${name}`, `${value}\n`);
  },
  link: (target, path, name) => symlinkSync(target, join(root, path, name)),
});

/** The folders that stand in for /sys and /etc, and the programs that would be asked. */
function layOut(root) {
  const tree = treeAt(root);
  for (let drive = 0; drive < DRIVES; drive++) layOutDrive(tree, drive);
  for (const { number, drive } of legs)
    tree.putAll(`/sys/block/dm-${number}/dm`, { uuid: `LVM-${lvmUuid(number)}`, name: `${vg(drive)}-${lv(number)}` });
  for (const name of ['lo', 'eth0', 'eth1', 'eth2']) tree.putAll(`/sys/class/net/${name}`, { carrier: 1 });
  tree.folder(`${NVMET}/hosts/${CLIENT_NQN}`);
  tree.folder(`${NVMET}/subsystems/nqn.2014-08.org.nvmexpress.discovery`);
  for (let volume = 0; volume < VOLUMES; volume++) layOutExport(tree, volume);
  tree.put('/etc/lvm/devices/weft', '');
  tree.put('/etc/os-release', 'PRETTY_NAME="Fake"\n');
  for (const [program, answer] of Object.entries(answers())) {
    tree.put(`/answers/${program}`, `${answer}\n`);
    tree.put(`/bin/${program}`, `#!/bin/sh\nexec /bin/cat ${tree.path(`answers/${program}`)}\n`);
    chmodSync(tree.path(`bin/${program}`), 0o755);
  }
}

function layOutDrive(tree, drive) {
  const device = `nvme${drive}`;
  const namespace = `${device}n1`;
  const identity = { serial: `SER${drive}`, model: 'Fake', subsysnqn: `nqn.fake:SER${drive}` };
  tree.putAll(`/sys/class/nvme/${device}`, {
    ...identity,
    transport: 'pcie',
    firmware_rev: '1',
    address: `0000:00:${10 + drive}.0`,
    state: 'live',
  });
  tree.folder(`/sys/class/nvme/${device}/${namespace}`);
  const subsystem = `/sys/class/nvme-subsystem/nvme-subsys${drive}`;
  for (const entry of [device, namespace]) tree.folder(`${subsystem}/${entry}`);
  tree.putAll(subsystem, { ...identity, iopolicy: 'numa' });
  tree.putAll(`/sys/block/${namespace}`, {
    nsid: 1,
    size: 1048576,
    ro: 0,
    'queue/logical_block_size': 512,
    'device/serial': identity.serial,
  });
}

/** The subsystem of a volume's legs, and its ports. */
function layOutExport(tree, volume) {
  const subsystem = `${NVMET}/subsystems/${nqnOf(volume)}`;
  tree.putAll(subsystem, { attr_allow_any_host: 0, attr_serial: `S${volume}`, attr_model: 'Weft leg' });
  tree.folder(`${subsystem}/allowed_hosts`);
  tree.link(`../../../hosts/${CLIENT_NQN}`, `${subsystem}/allowed_hosts`, CLIENT_NQN);
  for (const [at, { number, drive }] of legsOf(volume).entries())
    tree.putAll(`${subsystem}/namespaces/${at + 1}`, {
      device_path: `/dev/${vg(drive)}/${lv(number)}`,
      device_uuid: id('e', number),
      device_nguid: id('e', number),
      enable: 1,
    });
  for (const [network, address] of portals.entries()) {
    const port = `${NVMET}/ports/${1 + volume * portals.length + network}`;
    tree.putAll(port, { addr_trtype: 'rdma', addr_adrfam: 'ipv4', addr_traddr: address, addr_trsvcid: 4500 + volume });
    tree.folder(`${port}/subsystems`);
    tree.link(`../../../subsystems/${nqnOf(volume)}`, `${port}/subsystems`, nqnOf(volume));
  }
}

/** By program: what it prints, whatever its arguments are. */
function answers() {
  const report = (key, rows) => JSON.stringify({ report: [{ [key]: rows }] });
  const drives = Array.from({ length: DRIVES }, (_, drive) => drive);
  return {
    lvs: report(
      'lv',
      legs.map(({ number, drive, volume }) => ({
        vg_name: vg(drive),
        lv_name: lv(number),
        lv_size: String(16 * MiB),
        lv_tags: `weft.leg,weft.volume.${id('f', volume)},weft.wiped`,
        lv_active: 'active',
        lv_device_open: 'open',
        vg_uuid: lvmUuid(number).slice(0, 32),
        lv_uuid: lvmUuid(number).slice(32),
      })),
    ),
    vgs: report(
      'vg',
      drives.map((drive) => ({ vg_name: vg(drive), vg_size: '536870912', vg_free: '503316480', vg_extent_size: '4194304', lv_count: '2' })),
    ),
    pvs: report(
      'pvseg',
      drives.map((drive) => ({ pv_name: `/dev/nvme${drive}n1`, vg_name: vg(drive), pvseg_start: '0', pvseg_size: '120', lv_name: '' })),
    ),
    dmsetup: legs
      .map(({ number, drive }) => `${[vg(drive), lv(number)].map((name) => name.replaceAll('-', '--')).join('-')}: 0 dependencies\t:`)
      .join('\n'),
    ip: JSON.stringify(
      portals.map((local, network) => ({
        ifname: `eth${network}`,
        link_type: 'ether',
        mtu: 1500,
        address: `52:54:00:00:00:0${network}`,
        addr_info: [{ family: 'inet', local, prefixlen: 24, scope: 'global' }],
      })),
    ),
    nvme: '{"critical_warning":0,"temperature":300,"media_errors":0}',
  };
}

/** One that takes everything, and gives the assignment to whoever connects. */
async function startServer() {
  const http = createServer();
  const io = new Server(http);
  const objects = new Map();
  io.of('/agents').on('connection', (socket) => {
    socket.on('inventory', (_, ack) => ack({ ok: true }));
    socket.on('report', (report, ack) => {
      for (const object of report.objects) objects.set(`${object.kind} ${object.id}`, object);
      ack({ ok: true });
    });
    socket.emit('assignment', { nodeId: NODE, clusterId: CLUSTER, generation: 1, hash: '1', content }, (answer) => {
      if (!('generation' in answer)) throw new Error(JSON.stringify(answer));
    });
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${http.address().port}`, objects, close: () => io.close() };
}

/** CPU by the scheduler's own count, in ns (proc(5) has ticks of 10 ms only), of all threads; and how often they were switched to. */
function costOf(pid) {
  const cost = { ns: 0, switches: 0 };
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [ns] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ').map(Number);
    cost.ns += ns;
    cost.switches += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8'))?.[1]);
  }
  return cost;
}
function memoryOf(pid) {
  const field = (text, name) => Math.round((Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024) * 10) / 10;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return {
    rssMiB: field(status, 'VmRSS'),
    anonMiB: field(status, 'RssAnon'),
    fileMiB: field(status, 'RssFile'),
    pssMiB: field(rollup, 'Pss'),
    peakMiB: field(status, 'VmHWM'),
  };
}

const root = mkdtempSync(join(tmpdir(), 'weft-idle-'));
layOut(root);
const server = await startServer();
const config = {
  servers: [server.url],
  nodeId: NODE,
  clusterId: CLUSTER,
  name: 't1',
  credential: 'x'.repeat(40),
  hostId: NODE,
  hostNqn: content.hostNqn,
};
mkdirSync(join(root, 'etc/weft'), { recursive: true });
writeFileSync(join(root, 'etc/weft/agent.json'), JSON.stringify(config));
const wrapper = readFileSync(process.env.WRAPPER ?? join(here, 'packaging/weft-agent'), 'utf8');
const launch = wrapper
  .replace('/usr/bin/node', `${process.execPath} ${process.env.NODE_FLAGS ?? ''}`)
  .replace('/usr/lib/weft/weft-agent.mjs', process.env.AGENT ?? join(here, 'dist/weft-agent.mjs'));
writeFileSync(join(root, 'launch'), launch);
const script = `mount --bind ${root}/sys /sys && mount --bind ${root}/etc /etc && PATH=${root}/bin:$PATH exec sh ${root}/launch run --state-dir ${root}/state`;
const log = [];
const agent = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'], cwd: root });
for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (text) => log.push(String(text)));
try {
  for (
    let waited = 0;
    server.objects.size < DRIVES + LEGS + VOLUMES || [...server.objects.values()].some(({ state }) => state !== 'done');
    waited++
  ) {
    if (waited > 300 || agent.exitCode !== null)
      throw new Error(`the agent is not done: ${JSON.stringify([...server.objects.values()].slice(0, 3))}\n${log.join('')}`);
    await sleep(100);
  }
  await sleep(20_000); // what follows a change has passed, and what runs often is compiled
  const before = costOf(agent.pid);
  await sleep(seconds * 1000);
  const after = costOf(agent.pid);
  console.log(
    JSON.stringify({
      cpuPercent: Math.round((after.ns - before.ns) / seconds / 1e4) / 1e3,
      switchesPerSecond: Math.round((after.switches - before.switches) / seconds),
      ...memoryOf(agent.pid),
    }),
  );
} finally {
  if (agent.exitCode === null) agent.kill('SIGTERM');
  await new Promise((resolve) => (agent.exitCode !== null || agent.signalCode !== null ? resolve() : agent.once('exit', resolve)));
  void server.close();
  if (process.env.NODE_FLAGS?.includes('prof'))
    execFileSync('sh', ['-c', `cp ${root}/*.cpuprofile ${root}/*.heap* /tmp/ 2>/dev/null || true`]);
  if (process.env.SHOW_LOG) console.log(log.join(''));
  rmSync(root, { recursive: true, force: true });
}
