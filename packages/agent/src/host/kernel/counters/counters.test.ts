import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { beforeEach, expect, test } from 'vitest';
import { HostError } from '../../host.js';
import { type DmAnswer, type DmMessage, DmMessages } from '../dm/dm-messages.js';
import { dmNameOf } from '../lvm/lvm-report.js';
import { layOut } from '../recorded-host-fs.js';
import { Tree } from '../run/host-fs.js';
import { ExportOverhead, isExporting } from './export-overhead.js';
import { IoReader, parseStatsArea } from './io-counters.js';
import { NodeReader } from './node-counters.js';
import { parseNetDev, parseProcStat, parseTcpRetransmits, parseThreadStat } from './proc-counters.js';

const ZEROS = Array.from({ length: 82 }, () => 0);
const area = (reads: number, writes: number, histogram = ZEROS.with(8, reads + writes)) =>
  `0+65536 ${reads} 0 ${reads * 8} ${reads * 100} ${writes} 0 ${writes * 16} ${writes * 300} 2 500 400 0 0 ${histogram.join(':')}\n`;

test('parses reads, writes, bytes and time of a dm-stats area, and rejects other shapes', () => {
  expect(parseStatsArea(area(10, 5))).toEqual({
    reads: 10,
    writes: 5,
    readBytes: 10 * 4096,
    writtenBytes: 5 * 8192,
    readTimeNs: 10 * 100,
    writeTimeNs: 5 * 300,
    histogram: ZEROS.with(8, 15),
  });
  expect(parseStatsArea(area(1, 1, ZEROS.slice(1)))).toBeUndefined();
  expect(parseStatsArea(area(1, 1).replace(/ [\d:]+\n$/, ''))).toBeUndefined();
  expect(parseStatsArea('')).toBeUndefined();
});

/** Simulated dm of one machine: regions by device. */
class FakeDm {
  readonly regions = new Map<string, Map<number, { sectors: number; text: string }>>();
  readonly created: string[] = [];
  send = async (messages: readonly DmMessage[]): Promise<DmAnswer[]> => messages.map(({ name, text }) => this.#answer(name, text));
  #answer(name: string, text: string): DmAnswer {
    const regions = this.regions.get(name);
    if (!regions) return null;
    const [verb, argument = ''] = text.split(' ');
    switch (verb) {
      case '@stats_list':
        return [...regions]
          .map(([id, { sectors }]) => `${id}: 0+${sectors} ${sectors} weft - precise_timestamps histogram:16000\n`)
          .join('');
      case '@stats_print':
        return regions.get(Number(argument))?.text ?? null;
      case '@stats_delete':
        return regions.delete(Number(argument)) ? '' : null;
      default: {
        this.created.push(`${name} ${text}`);
        const id = [...Array(9).keys()].find((free) => !regions.has(free)) ?? 0;
        regions.set(id, { sectors: Number(argument.split('+')[1]), text: area(0, 0) });
        return `${id}\n`;
      }
    }
  }
}

const LEG = { vg: 'weft-d1', lv: 'leg-e1' };
const legDm = 'weft--d1-leg--e1';

async function machine() {
  const root = await layOut({
    '/sys/block/dm-0/dm/name': `${legDm}\n`,
    '/sys/block/dm-0/size': '65536\n',
    '/sys/block/dm-0/diskseq': '12\n',
    '/sys/block/dm-1/dm/name': 'weft-v1\n',
    '/sys/block/dm-1/size': '2048\n',
    '/sys/block/dm-1/diskseq': '13\n',
  });
  const dm = new FakeDm();
  dm.regions.set(legDm, new Map());
  dm.regions.set('weft-v1', new Map([[0, { sectors: 2048, text: area(7, 1) }]]));
  const reader = new IoReader(new Tree(root), dm as unknown as DmMessages);
  return { root, dm, reader, read: () => reader.read({ volumes: ['weft-v1', 'weft-away'], legs: [LEG] }) };
}

test('creates the missing region of a leg once, over its full size, and reads both devices', async () => {
  expect(dmNameOf(LEG.vg, LEG.lv)).toBe(legDm);
  const { dm, read } = await machine();
  const first = await read();
  expect(Object.keys(first).sort()).toEqual(['leg-e1', 'weft-v1']);
  expect(first['weft-v1']).toMatchObject({ origin: '13 0', reads: 7, writes: 1 });
  await read();
  expect(dm.created).toEqual([`${legDm} @stats_create 0+65536 /1 2 precise_timestamps histogram:${LATENCY_BOUNDS_NS.join(',')} weft -`]);
});

test('turns the statistics of a volume off and on: no region meanwhile, and none of the others is touched', async () => {
  const { dm, reader, read } = await machine();
  await read();
  await reader.pause(['weft-v1']);
  expect(dm.regions.get('weft-v1')?.size).toBe(0);
  for (let reading = 0; reading < 5; reading++) expect(Object.keys(await read())).toEqual(['leg-e1']);
  expect(dm.regions.get('weft-v1')?.size).toBe(0);
  await reader.resume(['weft-v1']);
  expect([...(dm.regions.get('weft-v1')?.values() ?? [])]).toMatchObject([{ sectors: 2048 }]);
  expect((await read())['weft-v1']).toMatchObject({ reads: 0, writes: 0 });
  await reader.resume(['weft-v1']);
  expect(dm.regions.get('weft-v1')?.size).toBe(1);
});

test('creates the statistics of a volume at its third reading without: its agent died while they were off', async () => {
  const { dm, read } = await machine();
  dm.regions.set('weft-v1', new Map());
  for (let reading = 0; reading < 2; reading++) expect(Object.keys(await read())).toEqual(['leg-e1']);
  expect((await read())['weft-v1']).toMatchObject({ origin: '13 0', reads: 0 });
  expect(dm.regions.get('weft-v1')?.size).toBe(1);
});

test('replaces the region of a grown leg and changes its origin, but not that of a volume', async () => {
  const { root, dm, read } = await machine();
  const before = await read();
  await writeFile(join(root, 'sys/block/dm-0/size'), '131072\n');
  await writeFile(join(root, 'sys/block/dm-1/size'), '4096\n');
  const after = await read();
  expect([...(dm.regions.get(legDm)?.values() ?? [])]).toMatchObject([{ sectors: 131_072 }]);
  expect(after['leg-e1']?.origin).not.toBe(before['leg-e1']?.origin);
  expect(after['weft-v1']?.origin).toBe(before['weft-v1']?.origin);
  expect(dm.created).toHaveLength(2);
});

test('changes the origin of a recreated device, and omits a removed one', async () => {
  const { root, dm, read } = await machine();
  const before = await read();
  await writeFile(join(root, 'sys/block/dm-1/diskseq'), '14\n');
  dm.regions.set('weft-v1', new Map([[0, { sectors: 2048, text: area(70, 10) }]]));
  const after = await read();
  expect(after['weft-v1']?.reads).toBe(70);
  expect(after['weft-v1']?.origin).not.toBe(before['weft-v1']?.origin);
  await writeFile(join(root, 'sys/block/dm-1/dm/name'), 'another\n');
  expect(Object.keys(await read())).toEqual(['leg-e1']);
});

test('omits a device once after its region was deleted, then counts it again', async () => {
  const { dm, read } = await machine();
  await read();
  dm.regions.set(legDm, new Map());
  expect(await read()).not.toHaveProperty('leg-e1');
  expect(await read()).toHaveProperty('leg-e1');
});

test('sends messages by dmsetup without a control device, and returns null for refused ones', async () => {
  const asked: string[] = [];
  const dm = new DmMessages(async (argv) => {
    asked.push(argv.join(' '));
    if (argv[2] === 'gone') throw new HostError('no such device', [...argv], 1, '');
    return { stdout: 'answer', stderr: '', exitCode: 0 };
  }, '/nowhere/control');
  const messages = [
    { name: 'a', text: '@stats_print 0' },
    { name: 'gone', text: '@stats_print 0' },
  ];
  expect(await dm.send(messages)).toEqual(['answer', null]);
  expect(asked).toEqual(['dmsetup message a 0 @stats_print 0', 'dmsetup message gone 0 @stats_print 0']);
});

test('answers concurrent requests in order without running a command', async () => {
  const dm = new DmMessages(() => Promise.reject(new Error('a command was run')), '/dev/null');
  const messages = Array.from({ length: 40 }, (_, at) => ({ name: `device-${at}`, text: '@stats_print 0' }));
  // /dev/null is no dm: it refuses every message (ENOTTY).
  expect(await Promise.all([dm.send(messages), dm.send(messages.slice(1))])).toEqual([
    messages.map(() => null),
    messages.slice(1).map(() => null),
  ]);
  expect(dm.pid).toBeGreaterThan(1);
});

const STAT = `cpu  10 0 10 1000 0 0 0 0 0 0
cpu0 100 20 300 4000 500 60 70 80 9 0
cpu1 1 2 3 4 5 6 7 8 0 0
intr 987654 0 9 0
ctxt 1
softirq 55 1 2 3
`;
const SNMP = `Ip: Forwarding DefaultTTL
Ip: 2 64
Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors
Tcp: 1 200 120000 -1 31 12 4 2 9 80321 79555 17 0 6 0
Udp: InDatagrams NoPorts
Udp: 5 6
`;
const NET = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:     100       1    0    0    0     0          0         0      100       1    0    0    0     0       0          0
  eth1: 5000     40    3    0    0     0          0         0     7000      50    4    0    0     0       0          0
veth12: 5 1 0 0 0 0 0 0 5 1 0 0 0 0 0 0
`;

test('parses CPU seconds with iowait as idle, interrupts and NIC counters of /proc', () => {
  const { cores, interrupts } = parseProcStat(STAT);
  expect(cores['0']).toEqual({ user: 1.2, system: 3, idle: 45, irq: 0.6, softirq: 0.7, steal: 0.8 });
  expect(Object.keys(cores)).toEqual(['0', '1']);
  expect(interrupts).toBe(987_654);
  expect(parseNetDev(NET)[1]).toEqual({ name: 'eth1', rxBytes: 5000, rxErrors: 3, txBytes: 7000, txErrors: 4 });
});

const thread = (name: string, ticks: number, start = 50, parent = 2) =>
  `9 (${name}) I ${parent} 0 0 0 -1 69238880 0 0 0 0 0 ${ticks} 0 0 20 0 1 0 ${start} 0 0`;

test('counts only nvmet, nvme and RDMA kernel threads as exporting', () => {
  expect(parseThreadStat(thread('kworker/3:1H-nvmet-wq', 70))).toMatchObject({ name: 'kworker/3:1H-nvmet-wq', parent: 2, cpuSeconds: 0.7 });
  for (const name of [
    'kworker/3:1H-nvmet-wq',
    'kworker/u8:2+ib-comp-unb-wq',
    'kworker/0:1H-nvmet_tcp_wq',
    'nvmet_tcp_wq',
    'kworker/1:0-rxe_wq',
    'kworker/0:0-nvme-wq',
  ])
    expect(isExporting(name), name).toBe(true);
  for (const name of ['kworker/3:1-events', 'ksoftirqd/0', 'md127_raid10', 'kworker/0:1H-kblockd', 'jbd2/nvme0n1-8'])
    expect(isExporting(name), name).toBe(false);
});

test('knows no retransmits of TCP where the kernel lists none', () => {
  for (const text of ['', 'Tcp: InSegs OutSegs\nTcp: 1 2\n', 'Tcp: RetransSegs\n']) expect(parseTcpRetransmits(text)).toBeUndefined();
});

let root: string;
let nowMs: number;
beforeEach(async () => {
  nowMs = 0;
  root = await layOut({
    '/proc/2/task/2/children': '11 12 ',
    '/proc/11/stat': thread('kworker/0:1-nvmet-wq', 500),
    '/proc/12/stat': thread('kworker/0:2-events', 900),
    '/proc/stat': STAT,
    '/proc/meminfo': 'MemTotal:        1000 kB\nMemFree: 5 kB\nMemAvailable:     400 kB\n',
    '/proc/net/dev': NET,
    '/proc/net/snmp': SNMP,
    '/proc/self/stat': thread('node', 10, 1, 1),
    '/sys/class/net/eth1/ifindex': '3\n',
    '/sys/class/net/eth1/device/': '',
    '/sys/class/net/veth12/ifindex': '4\n',
    '/sys/class/infiniband/rxe1/parent': 'eth1\n',
    '/sys/class/infiniband/rxe1/ports/1/hw_counters/lifespan': '10\n',
    '/sys/class/infiniband/rxe1/ports/1/hw_counters/out_of_seq_request': '4\n',
  });
});
const write = (path: string, text: string) => writeFile(join(root, path), text);

test('sums export threads, interrupts and agent CPU time since start, and never decreases', async () => {
  const tax = new ExportOverhead(new Tree(root), () => nowMs);
  expect(tax.read({ interruptSeconds: 100, agentCpuSeconds: 5 }, true)).toBe(0);
  await write('/proc/11/stat', thread('kworker/0:1-nvmet-wq', 700));
  await write('/proc/12/stat', thread('kworker/0:2-events', 5000));
  expect(tax.read({ interruptSeconds: 100.5, agentCpuSeconds: 5.25 }, true)).toBeCloseTo(2 + 0.5 + 0.25);
  // Counters that fall give nothing back; another thread with the same id counts from its start.
  await write('/proc/11/stat', thread('kworker/0:1-nvmet-wq', 30, 99));
  expect(tax.read({ interruptSeconds: 3, agentCpuSeconds: 0 }, true)).toBeCloseTo(2.75 + 0.3);
});

test('finds a new exporting kworker within 10 s, and counts no interrupts without exports', async () => {
  const tax = new ExportOverhead(new Tree(root), () => nowMs);
  tax.read({ interruptSeconds: 0, agentCpuSeconds: 0 }, true);
  await write('/proc/12/stat', thread('kworker/0:2-nvmet-wq', 1000));
  expect(tax.read({ interruptSeconds: 0, agentCpuSeconds: 0 }, true)).toBe(0);
  nowMs = 10_000;
  expect(tax.read({ interruptSeconds: 0, agentCpuSeconds: 0 }, true)).toBeCloseTo(1);
  const client = await layOut({ '/proc/2/task/2/children': '' });
  const none = new ExportOverhead(new Tree(client), () => nowMs);
  none.read({ interruptSeconds: 0, agentCpuSeconds: 0 }, false);
  expect(none.read({ interruptSeconds: 50, agentCpuSeconds: 1 }, false)).toBe(1);
});

test('reads hardware NICs with their RDMA counters, and omits virtual NICs', async () => {
  const reader = new NodeReader(
    new Tree(root),
    () => [],
    () => nowMs,
  );
  const node = await reader.read(true);
  expect(node.nics).toEqual([
    { name: 'eth1', origin: '3', rxBytes: 5000, rxErrors: 3, txBytes: 7000, txErrors: 4, rdma: { out_of_seq_request: 4 } },
  ]);
  expect(node).toMatchObject({ tcpRetransmits: 17, interrupts: 987_654, memoryTotalBytes: 1_024_000, memoryAvailableBytes: 409_600 });
  expect(node.agentCpuSeconds).toBeGreaterThan(0);
});

test('dates CPU times at their reading, and reads again after an interruption', async () => {
  const times = [1000, 1900, 2000, 2010, 9000];
  const reader = new NodeReader(
    new Tree(root),
    () => [],
    () => times.shift() ?? 9000,
  );
  expect(await reader.read(false)).toMatchObject({ readAtMs: 2005, readWithinMs: 10 });
});
