import type { VolumeCache } from '@weft/shared/cache/volume-cache';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import { candidate, request } from '../placement/placement.fixture.js';
import { placeVolume } from '../placement/placement.js';
import type { CacheDrive } from '../world/cache-drive.js';
import { cachedCandidates } from './cached-candidates.js';
import { plannedCaches } from './plan-caches.js';

const policy: VolumeCache = { mode: 'write-through', bytesPerLeg: 100 * MiB, percentOfLeg: null, acceptsLoss: false };
const drive = (node: string, freeBytes: number, takes = true): CacheDrive => ({
  ...{ driveId: `cache-${node}-${freeBytes}`, serial: `C-${node}`, nodeId: `id-${node}`, freeBytes, keeps: true, takes },
});
const all = { className: 'fast', drives: ['n1', 'n2', 'n3', 'n4'].map((name) => candidate(name, 0)), leftOut: [] };
const wanted = request({ protection: 'raid1', stripeWidth: null });

describe('plannedCaches', () => {
  it('states for each target of a leg what the caches take, and names the other targets without room', () => {
    const drives = [drive('n1', GiB), drive('n1', GiB / 2), drive('n2', GiB), drive('n3', 50 * MiB), drive('n4', GiB, false)];
    const { legs } = placeVolume(wanted, cachedCandidates(wanted, all, policy, drives));
    const planned = plannedCaches(policy, legs, all, drives);
    const needed = 108 * MiB;
    expect(planned.legs.map(({ index, drive: { serial }, dataBytes }) => [index, serial, dataBytes])).toEqual([
      [0, expect.stringMatching(/^C-n[12]$/), 100 * MiB],
      [1, expect.stringMatching(/^C-n[12]$/), 100 * MiB],
    ]);
    expect(planned.targets.find(({ name }) => name === 'n1')).toMatchObject({
      ...{ takenBytes: needed, freeBytes: 1.5 * GiB, freeBytesAfter: 1.5 * GiB - needed },
    });
    expect(planned.withoutRoom).toEqual({
      ...{ count: 2, neededBytes: needed },
      targets: [
        { id: 'id-n3', name: 'n3', freeBytes: 50 * MiB },
        { id: 'id-n4', name: 'n4', freeBytes: 0 },
      ],
    });
  });

  it('counts all caches of one target together', () => {
    const one = request({ protection: 'raid0', stripeWidth: 2 });
    const both = { ...all, drives: [candidate('n1', 0), candidate('n1', 1)] };
    const drives = [drive('n1', GiB)];
    const { legs } = placeVolume(one, cachedCandidates(one, both, policy, drives));
    expect(plannedCaches(policy, legs, both, drives).targets).toEqual([
      { id: 'id-n1', name: 'n1', takenBytes: 216 * MiB, freeBytes: GiB, freeBytesAfter: GiB - 216 * MiB },
    ]);
  });

  it('names at most twenty targets, and counts all', () => {
    const many = { ...all, drives: Array.from({ length: 30 }, (_, n) => candidate(`n${n}`, 0)) };
    const drives = [drive('n1', GiB), drive('n2', GiB)];
    const { legs } = placeVolume(wanted, cachedCandidates(wanted, many, policy, drives));
    const { count, targets } = plannedCaches(policy, legs, many, drives).withoutRoom;
    expect([count, targets.length]).toEqual([28, 20]);
  });
});
