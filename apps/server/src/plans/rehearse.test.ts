import { randomUUID } from 'node:crypto';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { around, attachment, commands, drive, first, names, now, part, tell, volume } from '../../test-support/rehearsed-volumes.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { Part } from './part.js';

describe.each(['raid1', 'raid0', 'concatenated'] as const)('rehearsal for a %s volume that was used before', (protection) => {
  const made = volume(protection);
  const its = attachment(made);
  const last = protection === 'raid1' ? 'mdadm --stop' : 'dmsetup remove';

  test('dismantles a detached volume on its client before the targets withdraw it', async () => {
    const told = await tell(
      part(made, [its]),
      part(made, [{ ...its, spec: { ...its.spec, desired: 'detached' }, status: { ...its.status, state: 'detaching' } }]),
      around(),
    );
    expect(names(told)).toEqual(['c1', 't1', 't2']);
    expect(commands(told, 'c1').some(first(last))).toBe(true);
    expect(commands(told, 't1').some(first('rmdir'))).toBe(true);
    expect(told.waits).toEqual([]);
  });

  test('exports, connects and assembles an attached volume, and creates nothing again', async () => {
    const told = await tell(part(made), part(made, [{ ...its, status: { ...its.status, state: 'attaching' } }]), around());
    expect(names(told)).toEqual(['t1', 't2', 'c1']);
    const mdadm = commands(told, 'c1').filter((command) => /^mdadm --(create|assemble)/.test(command));
    expect(mdadm.map((command) => command.split(' ')[1])).toEqual(protection === 'raid1' ? ['--assemble'] : []);
    const all = JSON.stringify(told);
    expect(all).toContain('<id of the attachment>');
    expect(all).not.toContain(its._id);
  });

  test('removes the legs of a deleted volume from their drives', async () => {
    const gone = {
      ...made,
      legs: made.legs.map((leg) => ({
        ...leg,
        spec: { ...leg.spec, desired: 'absent' as const },
        status: { ...leg.status, state: 'deleting' as const },
      })),
      status: { ...made.status, state: 'deleting' as const },
    };
    const told = await tell(part(made), part(gone), around());
    expect(names(told)).toEqual(['t1', 't2']);
    expect(commands(told, 't1').some(first('lvremove'))).toBe(true);
  });

  test('zeroes grown space on the targets before an attached client adopts the new size', async () => {
    // A concatenation grows at its end.
    const legs = made.legs.map((leg, at) =>
      protection === 'concatenated' && at === 0 ? leg : { ...leg, spec: { ...leg.spec, sizeBytes: leg.spec.sizeBytes + GiB } },
    );
    const toDataBytes = { raid1: [2 * GiB, 2 * GiB], raid0: [GiB, GiB], concatenated: [GiB / 2, 1.5 * GiB] };
    const growth = {
      spec: {
        toSizeBytes: 2 * GiB,
        legs: made.legs.map((leg) => ({
          legId: leg.id,
          fromSizeBytes: leg.spec.sizeBytes,
          toDataBytes: toDataBytes[protection][leg.index] ?? 0,
        })),
      },
      status: { legsGrown: false },
    };
    const told = await tell(part(made, [its]), part({ ...made, legs, growth, generation: 2 }, [its]), around());
    expect(names(told)).toEqual(protection === 'concatenated' ? ['t2', 'c1'] : ['t1', 't2', 'c1']);
    expect(commands(told, 't2').some(first('blkdiscard'))).toBe(true);
    expect(commands(told, 'c1').some(first('dmsetup resume'))).toBe(true);
  });
});

test('shows placeholders for the ids of a volume that is not created yet', async () => {
  const made = volume('raid1', {
    array: { spec: { uuid: randomUUID(), dataOffsetBytes: 4 * MiB }, status: { created: false } },
    status: { state: 'creating' },
  });
  const told = await tell(part(null), part(made), around());
  expect(names(told)).toEqual(['t1', 't2']);
  expect(commands(told, 't1').find(first('lvcreate'))).toContain("'leg-<id of leg 0>'");
  for (const id of [made._id, ...made.legs.map((leg) => leg.id)]) expect(JSON.stringify(told)).not.toContain(id);
});

test('shows the commands of an offline node, and that they wait for its agent', async () => {
  const blank = drive('t1', { spec: { desired: 'observed' }, status: { inService: false } });
  const lost = around({ status: { connection: { state: 'lost', since: now, serverId: null } } });
  const ofDrive = (each: DriveDocument): Part => ({ drives: [each], volume: null, attachments: [] });
  const told = await tell(ofDrive(blank), ofDrive({ ...blank, spec: { ...blank.spec, desired: 'in-service' } }), lost);
  expect(commands(told, 't1').some(first('vgcreate'))).toBe(true);
  expect(told.waits).toMatchObject([{ node: { name: 't1' }, code: 'agent-offline' }]);
});

test('runs nothing for a released drive that is missing, and reports it as missing', async () => {
  const gone = drive('t1', { status: { present: false } });
  const ofDrive = (each: DriveDocument): Part => ({ drives: [each], volume: null, attachments: [] });
  const told = await tell(ofDrive(gone), ofDrive({ ...gone, spec: { ...gone.spec, desired: 'released' } }), around());
  expect(told.nodes).toEqual([]);
  expect(told.waits).toMatchObject([{ code: 'agent-report', message: expect.stringContaining('is not there') }]);
});
