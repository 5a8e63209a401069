/** Force moves of volumes, and accepted losses: two histories of one volume never mix. */
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Job } from '@weft/shared/kinds/job';
import { describe, expect, test } from 'vitest';
import { ProblemError, until } from '../../../support/api-client.js';
import { attach, startDetach } from '../../fabric/provision.js';
import type { Machine } from '../../machines/machine.js';
import { type FaultLab, fastIoFailSeconds, faultLab, silenceNoticedMs } from '../fault-lab.js';
import { cutFromServer } from '../injections.js';
import type { Mirror } from '../mirror.js';
import { Stamps } from '../stamps.js';
import { delayWrites } from '../target.js';

const lab = faultLab();

/** By then a client has given up every leg except the anchor, which blocks I/O until a path returns: all late answers to its writes have arrived. */
const gaveUpAfterMs = silenceNoticedMs + fastIoFailSeconds * 1000;

/** Force detaches the volume from its client. */
async function revoke(
  { fabric }: FaultLab,
  mirror: Mirror,
  statements: { clientIsOff?: boolean; targetsOff?: string[] } = {},
): Promise<Job> {
  const { version } = await fabric.api.call(endpoints.getAttachment, { params: { id: mirror.attachment.id } });
  const body = { volumeName: mirror.volume.name, ...statements };
  return (await fabric.api.call(endpoints.revokeAttachment, { params: { id: mirror.attachment.id }, ifMatch: version, body })).job;
}

const first4MiB = (machine: Machine, device: string) =>
  machine.run(`dd if=${device} bs=64k count=64 iflag=direct 2>/dev/null | sha256sum`, { timeoutSeconds: 120 });

/** Expects that the bytes the new client finds do not change: no write of the old client arrives any more. */
async function nothingLands(mirror: Mirror): Promise<void> {
  const found = await first4MiB(mirror.client, mirror.device);
  await sleep(6000);
  expect(await first4MiB(mirror.client, mirror.device)).toBe(found);
}

const on = async ({ fabric }: FaultLab, mirror: Mirror, client: string): Promise<Mirror> => ({
  ...mirror,
  client: fabric.machine(client),
  attachment: await attach(fabric, mirror.volume, client),
});

/** The API's messages on an attachment, for people. */
const words = ({ conditions }: Attachment) => conditions.map(({ message }) => message).join('; ');

describe.sequential('moves', () => {
  test('row: client killed, volume forced to the other client: no late write arrives, none is lost (S3)', async () => {
    const { now } = lab;
    const old = await now.mirror({ protection: 'raid1' });
    const leg = old.volume.legs[0];
    if (!leg) throw new Error('a volume without legs');
    const stamps = await Stamps.listen();
    await stamps.start(old.client, old.device, 'c1');
    // From here on each of the client's writes takes three seconds to arrive: the client dies in the middle of that.
    const undelay = await delayWrites(now.fabric.machine(leg.node.name), leg.id, 3000);
    await sleep(1500);
    await old.client.kill();
    await now.fabric.api.done((await revoke(now, old)).id, 120);
    const moved = await on(now, old, 'c2');
    await nothingLands(moved);
    expect(await stamps.missing(moved.client, moved.device)).toEqual([]);
    stamps.close();
    await undelay();
    await old.client.start();
    await now.fabric.online('c1');
    expect((await old.client.exec(`test -e ${old.device}`)).code).not.toBe(0);
    await until('nothing of the old attachment left', 120, async () => {
      const { items } = await now.fabric.api.call(endpoints.listAttachments, { query: { volumeId: old.volume.id } });
      return items.length === 1 ? true : undefined;
    });
    await now.same(moved);
    await now.discard(moved);
  });

  test('row: client cut from the server but not from storage, forced move: it writes nothing after the fence (S3)', async () => {
    const { now } = lab;
    const old = await now.mirror({ protection: 'raid1' });
    const stamps = await Stamps.listen();
    await stamps.start(old.client, old.device, 'c1', 4);
    const uncut = await cutFromServer(now.fabric, old.client);
    await until('c1 shown lost', 60, async () => ((await now.fabric.node('c1')).connection.state === 'lost' ? true : undefined));
    await now.fabric.api.done((await revoke(now, old)).id, 120);
    const fencedAtMs = Date.now();
    const moved = await on(now, old, 'c2');
    await nothingLands(moved);
    expect(await stamps.missing(moved.client, moved.device)).toEqual([]);
    const next = await Stamps.listen();
    await next.start(moved.client, moved.device, 'c2');
    // Both machines keep trying to write; the old one's last acknowledged write is earlier than the report of its fence.
    await sleep(gaveUpAfterMs);
    console.log(`the old client's last acknowledged write: ${fencedAtMs - stamps.lastAtMs} ms before its fence was reported`);
    expect(stamps.lastAtMs).toBeLessThan(fencedAtMs);
    expect(await next.missing(moved.client, moved.device)).toEqual([]);
    await uncut();
    await now.fabric.online('c1');
    await until('the old client without the device, its writer ended by an error', 120, async () =>
      (await old.client.exec(`test -e ${old.device}`)).code !== 0 && stamps.error !== undefined ? true : undefined,
    );
    for (const each of [stamps, next]) each.close();
    await now.fabric.machine('c2').exec('pkill -f "[s]tamped-writer"');
    await now.same(moved);
    await now.discard(moved);
  });

  test('row: target cut from the server but not from storage, forced move: waits for the target or for a statement (S13)', async () => {
    const { now } = lab;
    const old = await now.mirror({ protection: 'raid1', rebuildDelaySeconds: 20 });
    const cut = now.fabric.machine(old.volume.legs[0]?.node.name ?? '');
    const stamps = await Stamps.listen();
    await stamps.start(old.client, old.device, 'c1');
    const uncut = await cutFromServer(now.fabric, cut);
    await until(`${cut.name} shown lost`, 60, async () =>
      (await now.fabric.node(cut.name)).connection.state === 'lost' ? true : undefined,
    );
    const job = await revoke(now, old);
    const waiting = await until('the move waiting', 60, async () => {
      const { waitingFor, state } = await now.fabric.api.call(endpoints.getJob, { params: { id: job.id } });
      return state === 'waiting' && waitingFor.some(({ node }) => node === cut.name) ? waitingFor : undefined;
    });
    console.log(JSON.stringify(waiting));
    await revoke(now, old, { targetsOff: [(await now.fabric.node(cut.name)).id] });
    await now.fabric.api.done(job.id, 60);
    const moved = await on(now, old, 'c2');
    const volume = await now.volume(old);
    expect(volume.epoch).toBe(old.volume.epoch + 1);
    expect(volume.legs.map(({ node }) => node.name)).not.toContain(cut.name);
    expect(volume.obsoleteLegs).toMatchObject([{ why: 'fence-pending' }]);
    await nothingLands(moved);
    expect(await stamps.missing(moved.client, moved.device)).toEqual([]);
    stamps.close();

    await uncut();
    await until('the leg that was left out fenced and wiped', 120, async () =>
      (await now.volume(old)).obsoleteLegs.length === 0 ? true : undefined,
    );
    await now.health(moved, 'healthy', 240);
    await now.same(moved);
    await now.discard(moved);
  });

  test("row: leg A lost, writes go to B, clean stop, B's node down, A back: waits for B until the loss is accepted (S4)", async () => {
    const { now } = lab;
    const mirror = await now.mirror({ protection: 'raid1' });
    const [a, b] = [0, 1].map((index) => now.fabric.machine(mirror.volume.legs[index]?.node.name ?? '')) as [Machine, Machine];
    const stamps = await Stamps.listen();
    await a.kill();
    await now.health(mirror, 'degraded');
    await stamps.start(mirror.client, mirror.device, 'c1');
    await mirror.client.run('pkill -f "[s]tamped-writer"; true');
    // The client stops cleanly and B withdraws its export; A must report the same before the detach is finished.
    const detaching = await startDetach(now.fabric, mirror.attachment);
    await until(`only ${a.name} missing for the end of the detachment`, 120, async () => {
      const { steps, waitingFor } = await now.fabric.api.call(endpoints.getJob, { params: { id: detaching.id } });
      const others = steps.filter(({ node }) => node !== a.name);
      return others.every(({ state }) => state === 'done') && waitingFor.some(({ node }) => node === a.name) ? true : undefined;
    });
    await b.kill();
    await a.start();
    await now.fabric.online(a.name);
    await now.fabric.api.done(detaching.id, 120);
    const { attachment, job } = await now.fabric.api.call(endpoints.createAttachment, {
      body: { volumeId: mirror.volume.id, nodeId: (await now.fabric.node('c1')).id },
    });
    const waiting = await until(`the attach waiting for ${b.name}`, 120, async () => {
      const { waitingFor } = await now.fabric.api.call(endpoints.getJob, { params: { id: job.id } });
      return waitingFor.some(({ node }) => node === b.name) ? waitingFor : undefined;
    });
    console.log(JSON.stringify(waiting));
    expect((await mirror.client.exec(`test -e ${mirror.device}`)).code).not.toBe(0);

    const givenUp = mirror.volume.legs.filter(({ node }) => node.name === b.name).map(({ id }) => id);
    // The server knows that B is away before c1 has its keys and its assignment, and reports that it runs nothing.
    await until('the loss accepted', 60, async () => {
      const { id, name, version } = await now.volume(mirror);
      const body = { volumeName: name, legIds: givenUp };
      return now.fabric.api.call(endpoints.acceptLoss, { params: { id }, ifMatch: version, body }).catch((error: unknown) => {
        if (error instanceof ProblemError && error.problem.code === 'wrong-state') return undefined;
        throw error;
      });
    });
    await now.fabric.api.done(job.id, 120);
    expect((await now.volume(mirror)).epoch).toBe(mirror.volume.epoch + 1);
    await b.start();
    await now.fabric.online(b.name);
    const after = { ...mirror, attachment };
    const { obsoleteLegs } = await now.volume(after);
    // Of three copies A leaves too: it missed writes that the third one has.
    expect(obsoleteLegs.find(({ id }) => id === givenUp[0])?.why).toBe('loss-accepted');
    console.log((await now.attachment(after)).array?.members.length, words(await now.attachment(after)));
    expect((await now.attachment(after)).array?.members.map(({ legId }) => legId)).not.toContain(givenUp[0]);
    // B's data is kept: the LV exists and holds the writes that only B has.
    expect(await b.run(`lvs --devicesfile weft --noheadings -o lv_name`)).toContain(givenUp[0]);
    stamps.close();
  });
});
