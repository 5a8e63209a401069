import type { Leg } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import { MiB } from '@weft/shared/units';
import { expect } from 'vitest';
import type { Machine } from '../machines/machine.js';
import { anchors, becomesDegraded } from './client.js';
import { type FaultLab, fastIoFailSeconds, silenceNoticedMs, teardownMs } from './fault-lab.js';
import type { Mirror } from './mirror.js';
import { bytesWritten } from './target.js';

/** Large compared with the load's area: shows whether md copied a returning leg in full or only the changed blocks. */
const sizeBytes = 160 * MiB;

const mib = (bytes: number) => (bytes / MiB).toFixed(1);

/** Kills the target of one leg of a new mirror until the server shows it lost, and checks the leg that returns. */
export async function killTargetOfRaid1(now: FaultLab, isAnchor: boolean, copies = 2): Promise<void> {
  const mirror = await now.mirror({ protection: 'raid1', copies, sizeBytes });
  await killTarget(now, isAnchor, { mirror, legBytes: sizeBytes });
  await now.discard(mirror);
}

/** The same for any mirror whose legs are large compared with the load's area. */
export async function killTarget(
  now: FaultLab,
  isAnchor: boolean,
  { mirror, legBytes }: { mirror: Mirror; legBytes: number },
): Promise<void> {
  const waiting = (await anchors(mirror, now.fabric.cluster.targets)).map(({ name }) => name);
  const leg = mirror.volume.legs.find(({ node }) => waiting.includes(node.name) === isAnchor);
  if (!leg) throw new Error(`no such leg: the mirror halves on ${waiting.join(', ')} block I/O until a path returns`);
  const target = now.fabric.machine(leg.node.name);
  // With two sets over three targets, one target has a leg of each set.
  const legs = mirror.volume.legs.filter(({ node }) => node.name === target.name);
  const partnerOf = (returning: Leg): [Machine, string] => {
    const { legs: all, copies } = mirror.volume;
    const setOf = ({ index }: Leg) => mirrorSetOf(index, copies);
    const partner = all.find((each) => each !== returning && setOf(each) === setOf(returning));
    if (!partner) throw new Error(`leg ${returning.index} has no other half`);
    return [now.fabric.machine(partner.node.name), partner.id];
  };
  const writtenToPartners = () => Promise.all(legs.map((returning) => bytesWritten(...partnerOf(returning))));
  let beforeReturn: number[] = [];
  const { addedMs } = await now.underLoad(mirror, async (load) => {
    const killed = performance.now();
    await target.kill();
    await becomesDegraded(mirror, legs.length, 60);
    const noticed = performance.now();
    await now.health(mirror, 'degraded', 5);
    console.log(
      `${target.name} killed: md degraded after ${((noticed - killed) / 1000).toFixed(1)} s, the API ${((performance.now() - noticed) / 1000).toFixed(1)} s later`,
    );
    await load.carriesIo(mirror.device);
    await now.fabric.lost(target.name);
    await target.start();
    // Before md takes a leg back: from now on a leg and the other half of its set get the same writes of the load.
    beforeReturn = await writtenToPartners();
    await now.allLive(mirror);
    // md resyncs the two legs one after the other, at the speed of the machine. This limit only ends a hang.
    await now.health(mirror, 'healthy', 300);
  });
  const written = await Promise.all(legs.map(({ id }) => bytesWritten(target, id)));
  const ofTheLoad = await writtenToPartners();
  for (const [i, { index }] of legs.entries()) {
    const [all = 0, from = 0, to = 0] = [written[i], beforeReturn[i], ofTheLoad[i]];
    const copied = all - (to - from);
    console.log(
      `leg ${index} came back: ${mib(copied)} MiB copied of ${mib(legBytes)} MiB, ${mib(to - from)} MiB written by the load meanwhile`,
    );
    // All of a leg would be more. md starts over when it takes another leg back meanwhile, so it may copy a changed block twice: with two sets, up to
    // two thirds of a leg of 48 MiB, of which the load writes a third.
    expect(copied).toBeLessThan(0.75 * legBytes);
  }
  expect(addedMs).toBeLessThan(silenceNoticedMs + 1000 * fastIoFailSeconds + 1000 + teardownMs);
  await now.same(mirror);
}
