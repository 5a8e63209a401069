/** Three servers on three MongoDB members, two of which have a small disk that becomes full. Needs root (mount(8)). */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { ThreeServers } from '../../support/three-servers.js';
import { withoutMajority } from '../three-servers/majority-lost.js';

const MEMBERS = [0, 1];
const DISK = 'size=700m';

let folder: string;
let three: ThreeServers;
const disk = (member: number) => join(folder, `member${member}`, 'data');
const filler = (member: number) => join(disk(member), 'filler');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-full-'));
  for (const member of MEMBERS) {
    await mkdir(disk(member), { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', disk(member)]);
  }
  three = await ThreeServers.start({ mongoFolder: folder });
});
afterAll(async () => {
  await three?.stop();
  for (const member of MEMBERS) execFileSync('umount', [disk(member)]);
  await rm(folder, { recursive: true, force: true });
});

/** Writes zeros until nothing fits any more. */
async function fill(member: number): Promise<void> {
  const zeros = Buffer.alloc(2 ** 16);
  const endless = Readable.from(
    (function* () {
      for (;;) yield zeros;
    })(),
  );
  await expect(pipeline(endless, createWriteStream(filler(member)))).rejects.toMatchObject({ code: 'ENOSPC' });
}

test('answers reads with their age while the disks under two MongoDB members are full, and recovers', { timeout: 400_000 }, async () => {
  const body = { name: 'before', sizeBytes: GiB, protection: 'raid1' as const, driveClassId: three.driveClassId };
  await three.api(0).done((await three.api(0).call(endpoints.createVolume, { body })).job.id);
  await withoutMajority(
    three,
    async () => {
      for (const member of MEMBERS) await fill(member);
      // A full member ends by itself, at the latest with its next checkpoint (60 s).
      await until('no primary', 150, async () => ((await fetch(`${three.server(0).url}/readyz`)).status === 503 ? true : undefined));
    },
    async () => {
      // As an administrator and systemd do it.
      for (const member of MEMBERS) {
        await rm(filler(member));
        await three.mongo.kill(member);
      }
      await Promise.all(MEMBERS.map((member) => three.mongo.restart(member)));
    },
  );
});
