/** Cost of an agent on a target with 12 drives and 24 legs, exported and in use: idle, collecting every second, and scraped. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { type Fabric, startFabric } from '../../lab/fabric/fabric.js';
import { attach, createClass, createVolume, takeAllDrives } from '../../lab/fabric/provision.js';
import type { Machine } from '../../lab/machines/machine.js';
import { agentScrapeToken, LAB_SCRAPE_TOKEN } from '../../support/agent-scrape-token.js';
import { percentile } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';

const drives = 12;
const seconds = 180;

/** The same kind of work as an idle agent: read, parse and compare small files. Prints the CPU seconds it took. */
const yardstick = `
const { readFileSync } = require('node:fs');
const text = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: 'nvme' + n, state: 'live', size: n * 4096 })));
for (let n = 0; n < 2000; n++) {
  readFileSync('/proc/self/stat', 'utf8').split(' ');
  if (JSON.stringify(JSON.parse(text)) !== text) throw new Error('unreachable');
}
const { userCPUTime, systemCPUTime } = process.resourceUsage();
console.log((userCPUTime + systemCPUTime) / 1e6);
`;

/** How many times slower the guest is than the host. Emulated processors are slow: a share of one means little by itself. */
async function slowdown(machine: Machine): Promise<number> {
  const guest = Number(await machine.run(['node', '-e', yardstick], { timeoutSeconds: 300 }));
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', yardstick]);
  return guest / Number(stdout);
}

interface Cost {
  cpuSeconds: number;
  /** How often its threads waited and were woken since its start. */
  wakeUps: number;
  residentMiB: number;
}

/** From /proc/PID/stat (proc(5): utime, stime, and those of ended children, in clock ticks of 10 ms) and /proc/PID/status, the switches of each thread. */
async function costOf(machine: Machine): Promise<Cost> {
  const output = await machine.run(
    'pid=$(pgrep -of "[w]eft-agent.mjs run"); cat /proc/$pid/stat; grep VmRSS /proc/$pid/status; grep -h ^voluntary /proc/$pid/task/*/status',
  );
  const [stat = '', status = '', ...switches] = output.trim().split('\n');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const residentMiB = Number(/\d+/.exec(status)?.[0]) / 1024;
  const cpuSeconds = ticks.reduce((sum, each) => sum + each, 0) / 100;
  const wakeUps = switches.reduce((sum, line) => sum + Number(/\d+/.exec(line)?.[0]), 0);
  if (ticks.length !== 4 || switches.length === 0 || !Number.isFinite(cpuSeconds + residentMiB + wakeUps))
    throw new Error(`the agent's cost cannot be read from: ${output}`);
  return { cpuSeconds, wakeUps, residentMiB };
}

/** CPU seconds and wake-ups per second, measured after the work that follows a change has ended. */
async function perSecond(machine: Machine): Promise<{ cpu: number; wakeUps: number }> {
  await sleep(30_000);
  const before = await costOf(machine);
  await sleep(seconds * 1000);
  const after = await costOf(machine);
  return { cpu: (after.cpuSeconds - before.cpuSeconds) / seconds, wakeUps: (after.wakeUps - before.wakeUps) / seconds };
}

async function collectEvery(fabric: Fabric, statisticsIntervalSeconds: number): Promise<void> {
  const { version } = await fabric.api.call(endpoints.getSettings);
  await fabric.api.call(endpoints.updateSettings, { ifMatch: version, body: { statisticsIntervalSeconds } });
}

/** @returns milliseconds of each scrape; one warm process on the machine itself makes them all. */
async function scrapes(machine: Machine): Promise<number[]> {
  const script = `(async () => {
  const took = [];
  for (let n = 0; n < 60; n++) {
    const began = performance.now();
    const text = await (await fetch('http://127.0.0.1:9924/metrics', { headers: { authorization: 'Bearer ${agentScrapeToken(LAB_SCRAPE_TOKEN)}' } })).text();
    if (!text.includes('weft_leg_io_latency_seconds_bucket')) throw new Error('no series of legs: ' + text.slice(0, 200));
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.log(JSON.stringify(took.slice(10)));
})()`;
  return JSON.parse(await machine.run(['node', '-e', script], { timeoutSeconds: 120 })) as number[];
}

export async function benchAgent(): Promise<Measurement[]> {
  // A short path: sockets in the directory have paths of at most 107 bytes (unix(7)).
  const directory = await mkdtemp(join('/tmp', 'weft-bench-'));
  const fabric = await startFabric({
    directory,
    targets: 1,
    clients: 1,
    drivesPerTarget: drives,
    say: (line) => console.log(`bench: ${line}`),
  });
  try {
    await takeAllDrives(fabric);
    const driveClass = await createClass(fabric, 'all');
    for (const name of ['one', 'two']) {
      const volume = await createVolume(fabric, {
        name,
        sizeBytes: drives * 16 * MiB,
        protection: 'raid0',
        stripeWidth: drives,
        driveClassId: driveClass.id,
      });
      await attach(fabric, volume, 'c1');
    }
    const target = fabric.machine('t1');
    const times = await slowdown(target);
    const ofClient = await perSecond(fabric.machine('c1'));
    const { cpu: idle, wakeUps } = await perSecond(target);
    const { residentMiB } = await costOf(target);
    await collectEvery(fabric, 60);
    const { cpu: seldom } = await perSecond(target);
    await collectEvery(fabric, 1);
    const { cpu: everySecond } = await perSecond(target);
    const scrape = await scrapes(target);
    const estimate = (idle * 100) / times;
    const scrapeP50 = percentile(scrape, 0.5);
    return [
      { name: `agent idle, ${drives} drives, ${2 * drives} legs: of one emulated core`, value: idle * 100, unit: '%' },
      { name: 'the emulated core against this machine’s, same work', value: times, unit: 'ratio' },
      { name: '… so of one core of this machine', value: estimate, unit: '%', aim: 'under 0.5', met: estimate < 0.5 },
      { name: '… resident memory', value: residentMiB, unit: 'MiB', aim: 'under 76 (80 MB)', met: residentMiB * MiB < 80e6 },
      { name: 'wake-ups of the idle agent of the target', value: wakeUps, unit: '1/s' },
      { name: 'wake-ups of the idle agent of a client with two volumes', value: ofClient.wakeUps, unit: '1/s' },
      { name: 'collecting every 1 s: CPU of the agent an hour, emulated core', value: everySecond * 3600, unit: 's' },
      { name: '… more than collecting every 60 s', value: (everySecond - seldom) * 3600, unit: 's' },
      { name: '… so on one core of this machine', value: ((everySecond - seldom) * 3600) / times, unit: 's' },
      { name: 'a scrape of the agent, p50, emulated', value: scrapeP50, unit: 'ms' },
      { name: '… so on this machine', value: scrapeP50 / times, unit: 'ms', aim: 'under 20', met: scrapeP50 / times < 20 },
    ];
  } finally {
    await fabric.close();
    await rm(directory, { recursive: true, force: true });
  }
}
