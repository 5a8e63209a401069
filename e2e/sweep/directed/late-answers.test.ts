/** md answers a failed write only after it has recorded which leg is out: a crash in between must not lose acknowledged writes (S11). */
import { expect, it } from 'vitest';
import { allTo, devicesOn, isAttached, LONG_MS, TIMEOUT_MS, until, withVolumes } from '../directed.js';

/** Longer than md takes on real machines, so that several turns happen meanwhile. */
const ANSWER_MS = 8_000;

it.each([1, 2, 3, 4].flatMap((seed) => ['client', 'none'].map((killed) => [seed, killed] as const)))(
  'loses no write while md has not failed a leg yet (seed %i, killed meanwhile: %s)',
  async (seed, killed) => {
    const sweep = await withVolumes(seed, ['mirror', 'pairs']);
    for (const { host } of sweep.clients) host.arrays.answerDelayMs = ANSWER_MS;
    await allTo(sweep, 0);
    const [client] = sweep.clients;
    const target = sweep.machines.find(({ id }) => [...sweep.stored.volumes.values()][0]?.legs[0]?.nodeId === id);
    if (!client || !target) throw new Error('there is no mirror');
    for (const { serial } of target.host.spec.drives) sweep.fabric.removeDrive(target.name, serial);
    const { writes } = sweep;
    expect(await until(sweep, () => sweep.lateAnswers > 0, 60_000)).toBe(true);
    if (killed === 'client') {
      sweep.fabric.kill(client.name);
      client.stopAgent();
    }
    for (let tick = 0; tick < 20; tick++) await sweep.tick(1_000);
    if (killed === 'none') expect(sweep.writes).toBeGreaterThan(writes);
    for (const { serial } of target.host.spec.drives) sweep.fabric.returnDrive(target.name, serial);
    if (killed === 'client') {
      sweep.fabric.boot(client.name);
      client.startAgent();
    }
    const isHealthy = () => [...sweep.stored.volumes.values()].every(({ status: { health } }) => health === 'healthy');
    expect(await until(sweep, () => isAttached(sweep) && isHealthy(), LONG_MS)).toBe(true);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);

it.each([1, 2, 3, 4])(
  'starts no device on a leg that missed writes, whatever the ledger records (seed %i)',
  async (seed) => {
    const sweep = await withVolumes(seed, ['mirror']);
    for (const { host } of sweep.clients) host.arrays.answerDelayMs = ANSWER_MS;
    await allTo(sweep, 0);
    const [client] = sweep.clients;
    const [volume] = sweep.stored.volumes.values();
    const [behind, ahead] = [0, 1].map((index) => sweep.machines.find(({ id }) => id === volume?.legs[index]?.nodeId));
    if (!client || !volume || !behind || !ahead) throw new Error('there is no mirror');
    for (const { serial } of behind.host.spec.drives) sweep.fabric.removeDrive(behind.name, serial);
    expect(await until(sweep, () => sweep.lateAnswers > 0, 60_000)).toBe(true);
    // The stopped agent does not see what md does next, so its ledger has both legs in sync.
    client.stopAgent();
    const { writes } = sweep;
    expect(await until(sweep, () => sweep.writes > writes, 60_000)).toBe(true);
    sweep.fabric.kill(client.name);
    for (const { serial } of behind.host.spec.drives) sweep.fabric.returnDrive(behind.name, serial);
    sweep.fabric.kill(ahead.name);
    ahead.stopAgent();
    sweep.fabric.boot(client.name);
    client.startAgent();
    await until(sweep, () => false, 120_000);
    expect(client.host.initiator.heads.map(({ uuid }) => uuid)).toEqual([volume.legs[0]?.id]);
    expect(devicesOn(sweep, 0)).toEqual([]);
    sweep.fabric.boot(ahead.name);
    ahead.startAgent();
    const isHealthy = () => sweep.stored.volumes.get(volume._id)?.status.health === 'healthy';
    expect(await until(sweep, () => isAttached(sweep) && isHealthy(), LONG_MS)).toBe(true);
    sweep.readAll();
    expect(sweep.violations).toEqual([]);
  },
  TIMEOUT_MS,
);
