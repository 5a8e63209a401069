import { randomUUID } from 'node:crypto';
import { messageOf } from '@weft/shared/text/rendering/render';
import { describe, expect, test } from 'vitest';
import {
  around,
  attachment,
  commands,
  drive,
  exportOn,
  first,
  idOf,
  names,
  node,
  now,
  part,
  tell,
  volume,
  withThird,
} from '../../test-support/rehearsed-volumes.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { type Changes, changed } from '../domain/documents/parts.js';
import { removed, type VolumeDocument } from '../domain/documents/volume.document.js';
import { newEpoch } from '../domain/epoch/epoch.js';
import { obsolete } from '../domain/world/worlds.fixture.js';
import type { Part } from './part.js';
import { rehearse } from './rehearse.js';

describe('rehearsal for a mirror', () => {
  const made = volume('raid1');
  const [zero, one] = made.legs as [VolumeDocument['legs'][number], VolumeDocument['legs'][number]];
  const third = { ...zero, id: randomUUID(), nodeId: idOf('t3'), nodeName: 't3', driveId: drive('t3')._id, driveSerial: 'S-t3' };
  const its = attachment(made);

  test('detaches during a leg replacement on the client and all three targets', async () => {
    const repaired = {
      ...made,
      legs: [
        { ...zero, spec: { ...zero.spec, role: 'leaving' as const } },
        one,
        { ...third, spec: { ...third.spec, role: 'joining' as const }, status: { ...third.status, inSync: false } },
      ],
    };
    const attached = { ...its, exports: withThird(its, third.id) };
    const told = await tell(
      part(repaired, [attached]),
      part(repaired, [
        { ...attached, spec: { ...attached.spec, desired: 'detached' }, status: { ...attached.status, state: 'detaching' } },
      ]),
      around(),
    );
    expect(names(told)).toEqual(['c1', 't1', 't2', 't3']);
    expect(commands(told, 'c1').some(first('mdadm --stop'))).toBe(true);
    expect(told.waits).toEqual([]);
  });

  test('detaches the remaining leg after the other was lost for good', async () => {
    const halved = { ...made, legs: [zero], status: { ...made.status, vacancies: [{ index: 1, since: now }] } };
    const half = { ...its, exports: its.exports.slice(0, 1) };
    const told = await tell(
      part(halved, [half]),
      part(halved, [{ ...half, spec: { ...half.spec, desired: 'detached' }, status: { ...half.status, state: 'detaching' } }]),
      around(),
    );
    expect(names(told)).toEqual(['c1', 't1']);
    expect(commands(told, 'c1').some(first('mdadm --stop'))).toBe(true);
  });

  test('throws instead of showing wrong commands when its array cannot be rehearsed', async () => {
    const cut = { ...its, exports: its.exports.map((each) => ({ ...each, spec: { ...each.spec, portals: [] } })) };
    const after = part(made, [
      { ...cut, spec: { ...cut.spec, desired: 'detached' as const }, status: { ...cut.status, state: 'detaching' as const } },
    ]);
    await expect(tell(part(made, [cut]), after, around())).rejects.toThrow('cannot be planned in its present state');
  });

  test('removes legs of an older epoch too when it is deleted', async () => {
    const old = obsolete(third, 'loss-accepted', now);
    const before = { ...made, obsoleteLegs: [old], spec: { ...made.spec, epoch: 2 } };
    const after = {
      ...before,
      legs: made.legs.map(removed),
      obsoleteLegs: [removed(old)],
      status: { ...before.status, state: 'deleting' as const },
    };
    expect(names(await tell(part(before), part(after), around()))).toEqual(['t1', 't2', 't3']);
  });

  test('runs commands only on the target of an old leg that is discarded while attached', async () => {
    const old = obsolete(third, 'loss-accepted', now);
    const before = { ...made, obsoleteLegs: [old] };
    const after = {
      ...made,
      obsoleteLegs: [removed(old)],
    };
    const told = await tell(part(before, [its]), part(after, [its]), around());
    expect(names(told)).toEqual(['t3']);
    expect(commands(told, 't3').some(first('lvremove'))).toBe(true);
  });

  const taken = (change: Partial<NonNullable<AttachmentDocument['spec']['revoked']>> = {}): AttachmentDocument => ({
    ...its,
    spec: {
      ...its.spec,
      desired: 'detached',
      revoked: {
        by: 'admin',
        at: new Date(),
        clientIsOff: false,
        targetsOff: [],
        arrayUuid: made.array?.spec.uuid ?? null,
        inSyncKnown: true,
        ...change,
      },
    },
    status: { ...its.status, state: 'revoking' },
  });

  test('ends client writes before it dismantles in a force detach, and then fences on the targets', async () => {
    const told = await tell(part(made, [its]), part(made, [taken()]), around());
    expect(names(told)).toEqual(['c1', 't1', 't2']);
    for (const target of ['t1', 't2']) {
      const [host, link, disabled] = ['/allowed_hosts/', '/ports/', '/enable'].map((text) =>
        commands(told, target).findIndex((command) => command.includes(text)),
      );
      expect([host, link, disabled].every((at) => at !== undefined && at >= 0)).toBe(true);
    }
    const client = commands(told, 'c1').filter((command) =>
      /^(nvme disconnect|echo 1 > .*delete_controller|mdadm --stop|dmsetup remove|dmsetup wipe_table)/.test(command),
    );
    expect(client[0]).toMatch(/^dmsetup wipe_table/);
    expect(client[1]).toMatch(/^mdadm --stop/);
    expect(client[2]).toMatch(/controller/);
    expect(told.waits).toEqual([]);
  });

  test('fences on the targets first in a force detach from an offline client, which follows later', async () => {
    const away = around();
    away.nodes = new Map([
      ...away.nodes,
      [idOf('c1'), node('c1', { status: { connection: { state: 'lost', since: now, serverId: null } } })],
    ]);
    const told = await tell(part(made, [its]), part(made, [taken()]), away);
    expect(names(told)).toEqual(['t1', 't2', 'c1']);
    expect(told.waits.map(({ node: { name } }) => name)).toEqual(['c1']);
  });

  test('runs nothing on a client that is declared off in a force detach', async () => {
    const lost = { nodeIds: new Set([idOf('c1')]), driveIds: new Set<string>() };
    const told = await tell(part(made, [its]), part(made, [taken({ clientIsOff: true })]), around(), lost);
    expect(names(told)).toEqual(['t1', 't2']);
    expect(commands(told, 't1').some((command) => command.includes('/allowed_hosts/'))).toBe(true);
  });

  test('removes the leg of a target declared off once that target is back', async () => {
    const away = around();
    away.nodes = new Map([
      ...away.nodes,
      [idOf('t2'), node('t2', { status: { connection: { state: 'lost', since: now, serverId: null } } })],
    ]);
    const its2 = taken({ targetsOff: [{ id: idOf('t2'), name: 't2' }] });
    const revoked = {
      ...its2,
      exports: its2.exports.map((each) => (each.nodeId === idOf('t2') ? { ...each, spec: { ...each.spec, leftOut: true } } : each)),
    };
    const change = { givenUp: new Set([one.id]), now, revokedAttachmentId: its._id, accepted: new Set<string>() };
    const after = newEpoch(made, [revoked], change);
    const told = await tell(part(made, [its]), part(after.volume, after.attachments), away);
    expect(commands(told, 't1').some(first('lvremove'))).toBe(false);
    expect(commands(told, 't2').some(first('lvremove'))).toBe(true);
    expect(told.waits.map(({ node: { name } }) => name)).toEqual(['t2']);
  });

  test('assembles on the new client after a force detach, and runs nothing on the first', async () => {
    const exportsGone = its.exports.map((each) => ({ ...each, spec: { ...each.spec, desired: 'absent' as const } }));
    const fenced = { ...taken(), exports: exportsGone, status: { ...taken().status, state: 'revoked' as const, fenced: true } };
    const fresh = attachment(made);
    const exports = fresh.exports.map((each, at) => ({
      ...each,
      serviceId: each.serviceId + 100,
      spec: { ...each.spec, portals: [{ storageNetwork: 'a', address: `10.0.0.${at + 1}`, hostAddress: '10.0.0.10' }] },
    }));
    const next = { ...fresh, nodeId: idOf('c2'), nodeName: 'c2', exports, status: { ...fresh.status, state: 'attaching' as const } };
    const told = await tell(part(made, [fenced]), part(made, [fenced, next]), around());
    expect(names(told)).toEqual(['t1', 't2', 'c2']);
    expect(commands(told, 'c2').some(first('mdadm --assemble'))).toBe(true);
  });

  const purpose = (name: string) => messageOf('move-needs-available', { state: name });

  test('moves two legs, each with its own purpose and in order from lvcreate to lvremove', async () => {
    const fourth = drive('t4');
    const spare = { ...third, spec: { ...third.spec, role: 'joining' as const }, status: { ...third.status, inSync: false } };
    const other = {
      ...one,
      id: randomUUID(),
      nodeId: idOf('t4'),
      nodeName: 't4',
      driveId: fourth._id,
      driveSerial: 'S-t4',
      spec: { ...one.spec, role: 'joining' as const },
      status: { ...one.status, inSync: false },
    };
    const begin =
      (leavingId: string, joining: VolumeDocument['legs'][number], target: string, at: number) =>
      (now: Part): Part => ({
        ...now,
        volume: now.volume && {
          ...now.volume,
          legs: [
            ...now.volume.legs.map((leg) => (leg.id === leavingId ? { ...leg, spec: { ...leg.spec, role: 'leaving' as const } } : leg)),
            joining,
          ],
        },
        attachments: now.attachments.map((each) => ({ ...each, exports: [...each.exports, exportOn(each, target, at, joining.id)] })),
      });
    const drives = [...part(made).drives, fourth];
    const before = { ...part(made, [its]), drives };
    const stages = [
      { purpose: purpose('first'), begin: begin(zero.id, spare, 't3', 3) },
      { purpose: purpose('second'), begin: begin(one.id, other, 't4', 4) },
    ];
    const after = stages.reduce<Part>((now, stage) => stage.begin(now), before);
    const told = await rehearse({ before, after, stages }, around());
    const of = (part: string) =>
      told.nodes
        .filter((each) => each.purpose?.message === `it is ${part}`)
        .flatMap(({ node: { name }, commands: list }) => list.map(({ command }) => `${name}: ${command}`));
    const expected: [string, string, string][] = [
      ['first', 't3', 't1'],
      ['second', 't4', 't2'],
    ];
    for (const [part, to, from] of expected) {
      const order = [`${to}: lvcreate`, 'c1: nvme connect', 'c1: mdadm', `${from}: lvremove`].map((text) =>
        of(part).findIndex((line) => line.startsWith(text)),
      );
      expect(order.every((at) => at >= 0)).toBe(true);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(of(part).filter((line) => /--replace .*--with/.test(line))).toHaveLength(1);
    }
  });

  test('shows only the certain fast_io_fail_tmo commands when a leg moves in stages', async () => {
    const spare = { ...third, spec: { ...third.spec, role: 'joining' as const }, status: { ...third.status, inSync: false } };
    const begin = (now: Part): Part => ({
      ...now,
      volume: now.volume && { ...now.volume, legs: [{ ...zero, spec: { ...zero.spec, role: 'leaving' as const } }, one, spare] },
      attachments: now.attachments.map((each) => ({ ...each, exports: [...each.exports, exportOn(each, 't3', 3, spare.id)] })),
    });
    const before = part(made, [its]);
    const limits = (plan: Awaited<ReturnType<typeof rehearse>>) =>
      commands(plan, 'c1').filter((command) => command.includes('fast_io_fail_tmo'));
    const all = limits(await rehearse({ before, after: begin(before) }, around()));
    const certain = limits(await rehearse({ before, after: begin(before), stages: [{ purpose: purpose('first'), begin }] }, around()));
    expect(certain.length).toBeLessThan(all.length);
    expect(certain.every((command) => command.includes('10.0.0.3'))).toBe(true);
  });

  test('throws for a move to a new leg that its client cannot reach', async () => {
    const spare = { ...third, spec: { ...third.spec, role: 'joining' as const }, status: { ...third.status, inSync: false } };
    const begin = (now: Part): Part => ({
      ...now,
      volume: now.volume && { ...now.volume, legs: [{ ...zero, spec: { ...zero.spec, role: 'leaving' as const } }, one, spare] },
      attachments: now.attachments.map((each) => ({
        ...each,
        exports: [
          ...each.exports,
          { ...exportOn(each, 't3', 3, spare.id), spec: { ...exportOn(each, 't3', 3, spare.id).spec, portals: [] } },
        ],
      })),
    });
    const before = part(made, [its]);
    const moving = { before, after: begin(before), stages: [{ purpose: purpose('first'), begin }] };
    await expect(rehearse(moving, around())).rejects.toThrow('cannot be planned in its present state');
  });

  const givenUp = (change: Changes<VolumeDocument> = {}) => {
    const waiting: AttachmentDocument = { ...its, status: { ...its.status, state: 'attaching' } };
    const before = changed(made, change);
    const after = newEpoch(before, [waiting], { givenUp: new Set([one.id]), now, revokedAttachmentId: null });
    return { before: part(before, [waiting]), after: part(after.volume, after.attachments) };
  };

  test('runs the other leg alone with a new UUID when the loss of a target is accepted', async () => {
    const { before, after } = givenUp();
    const lost = { nodeIds: new Set([idOf('t2')]), driveIds: new Set<string>() };
    const told = await rehearse({ before, after, lost, isStuck: true }, around());
    expect(names(told)).toEqual(['c1']);
    const mdadm = commands(told, 'c1').filter(first('mdadm --assemble'));
    expect(mdadm.some((command) => command.includes("--update=uuid '--uuid=<UUID of the new array>'"))).toBe(true);
    expect(mdadm.at(-1)).toContain('--run');
    expect(mdadm.at(-1)).toContain('<leg 0 on t1>');
    expect(JSON.stringify(told)).not.toContain('leg 1 on t2');
  });

  test('removes no leg on the target of a lost drive when that loss is accepted', async () => {
    const { before, after } = givenUp();
    const lost = { nodeIds: new Set<string>(), driveIds: new Set([one.driveId]) };
    const told = await rehearse({ before, after, lost, isStuck: true }, around());
    expect(names(told)).toContain('c1');
    expect(commands(told, 't2').some(first('lvremove'))).toBe(false);
  });

  test('throws when a loss is accepted although the volume would start as it is', async () => {
    const { before, after } = givenUp();
    await expect(rehearse({ before, after, isStuck: true }, around())).rejects.toThrow('cannot be planned in its present state');
  });

  test('updates the UUID when it is attached after a loss accepted while detached', async () => {
    const halved = newEpoch(made, [], { givenUp: new Set([one.id]), now, revokedAttachmentId: null }).volume;
    const half = {
      ...its,
      exports: its.exports.slice(0, 1),
      spec: { ...its.spec, epoch: 2 },
      status: { ...its.status, state: 'attaching' as const },
    };
    const told = await tell(part(halved), part(halved, [half]), around());
    expect(commands(told, 'c1').some((command) => /^mdadm --assemble.*--update=uuid/.test(command))).toBe(true);
  });

  test('assembles once when one of its legs is not in sync', async () => {
    const behind = { ...made, legs: [zero, { ...one, status: { ...one.status, inSync: false } }] };
    const told = await tell(part(behind), part(behind, [{ ...its, status: { ...its.status, state: 'attaching' } }]), around());
    expect(commands(told, 'c1').filter(first('mdadm --assemble'))).toHaveLength(1);
  });

  test('assembles read-only on a second reader, and runs nothing on the first', async () => {
    const reader = { ...its, spec: { ...its.spec, mode: 'readonly' as const } };
    const base = attachment(made);
    const exports = base.exports.map((each, at) => ({
      ...each,
      serviceId: each.serviceId + 100,
      spec: { ...each.spec, portals: [{ storageNetwork: 'a', address: `10.0.0.${at + 1}`, hostAddress: '10.0.0.10' }] },
    }));
    const second = {
      ...base,
      nodeId: idOf('c2'),
      nodeName: 'c2',
      exports,
      spec: { ...base.spec, mode: 'readonly' as const },
      status: { ...base.status, state: 'attaching' as const },
    };
    const told = await tell(part(made, [reader]), part(made, [reader, second]), around());
    expect(names(told)).toEqual(['t1', 't2', 'c2']);
    expect(commands(told, 'c2').find(first('mdadm --assemble'))).toContain('--readonly');
  });

  test('runs target and client commands on a node that is both', async () => {
    const here = { ...its, nodeId: idOf('t1'), nodeName: 't1', status: { ...its.status, state: 'attaching' as const } };
    const exports = here.exports.map((each) => ({
      ...each,
      spec: { ...each.spec, portals: each.spec.portals.map((portal) => ({ ...portal, hostAddress: '10.0.0.1' })) },
    }));
    const told = await tell(part(made), part(made, [{ ...here, exports }]), around());
    expect(new Set(names(told))).toEqual(new Set(['t1', 't2']));
    expect(commands(told, 't1').some((command) => /^mdadm --assemble/.test(command))).toBe(true);
    expect(commands(told, 't1').some(first("mkdir '/sys/kernel/config/nvmet/subsystems"))).toBe(true);
    expect(told.waits).toEqual([]);
  });
});
