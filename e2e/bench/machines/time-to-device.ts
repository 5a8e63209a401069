/**
 * Time from the POST of an attachment to its block device, in turns with a script of the same kernel commands, and how long a snapshot holds a volume's I/O.
 * Prints the timeline of each job, where the time went, and draws that of the last attachment.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { dmName } from '@weft/shared/identity';
import type { Volume } from '@weft/shared/kinds/volume';
import type { JobTimeline } from '@weft/shared/timeline/job-timeline';
import { MiB } from '@weft/shared/units';
import type { Fabric } from '../../lab/fabric/fabric.js';
import { attach, createVolume, detach, remove } from '../../lab/fabric/provision.js';
import { median } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';
import { drawWaterfall } from '../measure/waterfall.js';
import { type HandMade, withHandMade } from './hand-made.js';
import { replaceSnapshot } from './snapshot.js';

const ROUNDS = 3;
const SNAPSHOTS = 3;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The newest job of the subject, part by part. */
async function printTimeline({ api }: Fabric, kind: 'attachment.attach' | 'snapshot.create'): Promise<JobTimeline> {
  // Traces of agents arrive after the report that ends the job.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { items } = await api.call(endpoints.listJobs, { query: { kind, limit: 1, sort: '-createdAt' } });
  const timeline = await api.call(endpoints.jobTimeline, { params: { id: items[0]?.id ?? '' } });
  const { lanes, durationMs } = timeline;
  console.log(`bench: timeline of ${kind}, ${durationMs.toFixed(0)} ms`);
  for (const lane of lanes)
    for (const { by, what, operation, startMs, durationMs: ms } of lane.spans)
      console.log(
        `bench:   ${lane.node.name} ${lane.kind} ${lane.generation} ${startMs.toFixed(0).padStart(6)} ${ms.toFixed(0).padStart(6)} ${by} ${operation ?? what}`,
      );
  return timeline;
}

async function attachInTurns(fabric: Fabric, volume: Volume, byHand: HandMade, folder: string): Promise<Measurement[]> {
  const [weft, hand]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round++) {
    let attachment: Awaited<ReturnType<typeof attach>> | undefined;
    weft.push(
      await timed(async () => {
        attachment = await attach(fabric, volume, 'c1');
      }),
    );
    const timeline = await printTimeline(fabric, 'attachment.attach');
    if (round === ROUNDS)
      await writeFile(join(folder, 'attachment.svg'), drawWaterfall('From the POST of an attachment to its block device', timeline));
    if (attachment) await detach(fabric, attachment);
    hand.push(await timed(async () => byHand.addMapping(await byHand.make()).then(() => byHand.addVolumeStatistics())));
    await byHand.removeMapping();
    await byHand.takeApart();
    console.log(`bench: POST to device ${weft.at(-1)?.toFixed(0)} ms, by hand ${hand.at(-1)?.toFixed(0)} ms`);
  }
  const [first = Number.NaN, ...later] = weft;
  return [
    { name: 'POST of the first attachment to block device', value: first, unit: 'ms' },
    { name: `POST of a later attachment to block device, median of ${later.length}`, value: median(later), unit: 'ms' },
    { name: `script of the same commands, median of ${hand.length}`, value: median(hand), unit: 'ms' },
    {
      name: 'POST to device, to the script',
      value: median(weft) / median(hand),
      unit: 'ratio',
      aim: 'at most 1.3',
      met: median(weft) <= 1.3 * median(hand),
    },
  ];
}

/** What the kernel itself takes, and the start of two processes: milliseconds of a suspension and of a resume by hand, by the client's clock. */
async function heldByHand({ id }: Volume, fabric: Fabric): Promise<number> {
  const name = dmName(id);
  const now = 'date +%s%3N';
  const script = `a=$(${now}); dmsetup suspend --noudevsync ${name} && b=$(${now}); dmsetup resume --noudevsync ${name} && echo $a $b $(${now})`;
  const [began = 0, suspended = 0, resumed = 0] = (await fabric.machine('c1').run(script)).trim().split(' ').map(Number);
  console.log(`bench: by hand, without a copy: suspended after ${suspended - began} ms, resumed after ${resumed - suspended} ms more`);
  return resumed - began;
}

/** The same of a target's copy: milliseconds until the thin device of a leg is suspended, copied, and resumed. The copy is deleted again. */
async function copiedByHand(fabric: Fabric): Promise<number> {
  const now = 'date +%s%3N';
  const script = `o=$(dmsetup ls --target thin | awk '{print $1; exit}'); set -- $(dmsetup table $o); id=$5; p=$(dmsetup ls --target thin-pool | awk '{print $1; exit}')
a=$(${now}); dmsetup suspend --noudevsync $o && b=$(${now}); dmsetup message $p 0 "create_snap 16000000 $id" && c=$(${now}); dmsetup resume --noudevsync $o && echo $a $b $c $(${now}); dmsetup message $p 0 "delete 16000000"`;
  const [began = 0, suspended = 0, copied = 0, resumed = 0] = (await fabric.machine('t1').run(script)).trim().split(' ').map(Number);
  console.log(
    `bench: by hand on a target: suspended after ${suspended - began} ms, copied after ${copied - suspended} ms more, resumed after ${resumed - copied} ms more`,
  );
  return resumed - began;
}

async function holdForSnapshots(fabric: Fabric, driveClassId: string): Promise<Measurement[]> {
  const volume = await createVolume(fabric, {
    name: 'thin',
    sizeBytes: 128 * MiB,
    protection: 'raid1',
    driveClassId,
    provisioning: 'thin',
  });
  const attachment = await attach(fabric, volume, 'c1');
  const held: number[] = [];
  for (let round = 1; round <= SNAPSHOTS; round++) {
    const heldMs = await replaceSnapshot(fabric, volume);
    console.log(`bench: held for ${heldMs} ms`);
    held.push(heldMs);
    await printTimeline(fabric, 'snapshot.create');
  }
  const byHand: number[] = [];
  for (let round = 1; round <= SNAPSHOTS; round++) byHand.push(await heldByHand(volume, fabric));
  const copied: number[] = [];
  for (let round = 1; round <= SNAPSHOTS; round++) copied.push(await copiedByHand(fabric));
  await detach(fabric, attachment);
  return [
    { name: `leg suspended, copied and resumed by hand, median of ${copied.length}`, value: median(copied), unit: 'ms' },
    { name: `suspended and resumed by hand, without a copy, median of ${byHand.length}`, value: median(byHand), unit: 'ms' },
    {
      name: `volume held for a snapshot, median of ${held.length}`,
      value: median(held),
      unit: 'ms',
      aim: 'less than 1 s',
      met: median(held) < 1000,
    },
    { name: `volume held for a snapshot, longest of ${held.length}`, value: Math.max(...held), unit: 'ms' },
  ];
}

/** @param folder for the timeline of the last attachment, as an SVG */
export const benchTimeToDevice = (folder: string): Promise<Measurement[]> =>
  withHandMade(async (fabric, volume, byHand) => {
    await mkdir(folder, { recursive: true });
    const attached = await attachInTurns(fabric, volume, byHand, folder);
    await remove(fabric, await fabric.api.call(endpoints.getVolume, { params: { id: volume.id } }));
    return [...attached, ...(await holdForSnapshots(fabric, volume.driveClass.id))];
  });
