import { randomUUID } from 'node:crypto';
import { defaultSettings } from '@weft/shared/kinds/settings';
import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { describe, expect, test } from 'vitest';
import { storedAttachment } from '../../test-support/stored-attachment.js';
import { storedVolume } from '../../test-support/stored-volume.js';
import type { AttachmentDocument } from '../attachments/attachment.document.js';
import type { DriveDocument } from '../drives/drive.document.js';
import type { NodeDocument } from '../nodes/node.document.js';
import type { VolumeDocument } from '../volumes/volume.document.js';
import type { Around, Part } from './part.js';
import { rehearse } from './rehearse.js';

const TARGETS = ['t1', 't2'];
const ids = new Map([...TARGETS, 'c1'].map((name) => [name, randomUUID()]));
const idOf = (name: string): string => ids.get(name) ?? '';
const now = new Date();
const stored = { version: 1, revision: 1, createdAt: now, updatedAt: now };

const node = (name: string, change: Partial<NodeDocument> = {}): NodeDocument => ({
  ...stored,
  _id: idOf(name),
  name,
  labels: {},
  hostId: idOf(name),
  credentialHash: '',
  inventory: null,
  bootId: `boot ${name}`,
  connection: { state: 'online', since: now, serverId: 's' },
  acceptedGeneration: 1,
  orphans: [],
  conditions: [],
  ...change,
});
const drive = (nodeName: string, change: Partial<DriveDocument> = {}): DriveDocument => ({
  ...stored,
  _id: `d0000000-0000-4000-8000-00000000000${nodeName.slice(1)}`,
  nodeId: idOf(nodeName),
  nodeName,
  serial: `S-${nodeName}`,
  nsid: 1,
  inventory: {
    serial: `S-${nodeName}`,
    nsid: 1,
    model: 'm',
    firmware: '1',
    sizeBytes: 100 * GiB,
    logicalBlockBytes: 512,
    pciAddress: null,
    numaNode: null,
    contents: [],
    weftDriveId: null,
    inUse: false,
    smart: null,
  },
  present: true,
  desired: 'in-service',
  wipe: null,
  orderGeneration: 1,
  inService: true,
  capacityBytes: 99 * GiB,
  allocatedBytes: 0,
  largestFreeBytes: 99 * GiB,
  conditions: [],
  ...change,
});
const around = (change: Partial<NodeDocument> = {}): Around => ({
  nodes: new Map([...TARGETS, 'c1'].map((name) => [idOf(name), node(name, change)])),
  settings: defaultSettings,
});

function volume(protection: Protection, change: Partial<VolumeDocument> = {}): VolumeDocument {
  const made = storedVolume(
    'db',
    TARGETS.map((name) => ({ driveId: drive(name)._id, nodeId: idOf(name) })),
  );
  const dataBytes = isMirrored(protection) ? GiB : GiB / 2;
  return {
    ...made,
    _id: randomUUID(),
    state: 'available',
    spec: { ...made.spec, protection, sizeBytes: GiB },
    array: isMirrored(protection) ? { uuid: randomUUID(), dataOffsetBytes: 4 * MiB, created: true } : null,
    legs: made.legs.map((leg, at) => ({
      ...leg,
      id: randomUUID(),
      nodeName: TARGETS[at] ?? '',
      dataBytes,
      sizeBytes: dataBytes + 8 * MiB,
      state: 'ready',
    })),
    ...change,
  };
}
function attachment(of: VolumeDocument, change: Partial<AttachmentDocument> = {}): AttachmentDocument {
  const made = storedAttachment(of, node('c1'));
  return {
    ...made,
    state: 'attached',
    exports: of.legs.map((leg, at) => ({
      nodeId: leg.nodeId,
      nodeName: leg.nodeName,
      subsystemNqn: `nqn.2026-11.org.weft:${made._id}:${leg.nodeId}:e1`,
      serial: `serial-${at}`,
      serviceId: 10_000 + at,
      portals: [{ storageNetwork: 'a', address: `10.0.0.${at + 1}`, hostAddress: '10.0.0.9' }],
      namespaces: [{ nsid: 1, legId: leg.id }],
      desired: 'exported',
      orderGeneration: 0,
    })),
    ...change,
  };
}
const part = (of: VolumeDocument | null, attachments: AttachmentDocument[] = []): Part => ({
  drives: TARGETS.map((name) => drive(name)),
  volume: of,
  attachments,
});
const names = (plan: Awaited<ReturnType<typeof rehearse>>): string[] => plan.nodes.map(({ node: { name } }) => name);
const commands = (plan: Awaited<ReturnType<typeof rehearse>>, of: string): string[] =>
  plan.nodes.filter(({ node: { name } }) => name === of).flatMap((each) => each.commands.map(({ command }) => command));
const first = (words: string) => (command: string) => command.startsWith(words);

describe.each(['raid1', 'raid0', 'concatenated'] as const)('given a %s volume that was used before', (protection) => {
  const made = volume(protection);
  const its = attachment(made);
  const last = protection === 'raid1' ? 'mdadm --stop' : 'dmsetup remove';

  test('when it is detached / then its client takes it apart, and its targets withdraw it after that', async () => {
    const told = await rehearse(part(made, [its]), part(made, [{ ...its, desired: 'detached', state: 'detaching' }]), around());
    expect(names(told)).toEqual(['c1', 't1', 't2']);
    expect(commands(told, 'c1').some(first(last))).toBe(true);
    expect(commands(told, 't1').some(first('rmdir'))).toBe(true);
    expect(told.waits).toEqual([]);
  });

  test('when it is attached / then it is exported, connected and put together, and nothing is made anew', async () => {
    const told = await rehearse(part(made), part(made, [{ ...its, state: 'attaching' }]), around());
    expect(names(told)).toEqual(['t1', 't2', 'c1']);
    const mdadm = commands(told, 'c1').filter((command) => /^mdadm --(create|assemble)/.test(command));
    expect(mdadm.map((command) => command.split(' ')[1])).toEqual(protection === 'raid1' ? ['--assemble'] : []);
    const all = JSON.stringify(told);
    expect(all).toContain('<id of the attachment>');
    expect(all).not.toContain(its._id);
  });

  test('when it is deleted / then its legs are removed from their drives', async () => {
    const gone = {
      ...made,
      state: 'deleting' as const,
      legs: made.legs.map((leg) => ({ ...leg, desired: 'absent' as const, state: 'deleting' as const })),
    };
    const told = await rehearse(part(made), part(gone), around());
    expect(names(told)).toEqual(['t1', 't2']);
    expect(commands(told, 't1').some(first('lvremove'))).toBe(true);
  });

  test('when it grows while it is attached / then its targets zero what is new first, and its client takes up the size after that', async () => {
    // A concatenation grows at its end.
    const legs = made.legs.map((leg, at) => (protection === 'concatenated' && at === 0 ? leg : { ...leg, sizeBytes: leg.sizeBytes + GiB }));
    const toDataBytes = { raid1: [2 * GiB, 2 * GiB], raid0: [GiB, GiB], concatenated: [GiB / 2, 1.5 * GiB] };
    const growth = {
      toSizeBytes: 2 * GiB,
      legsGrown: false,
      legs: made.legs.map((leg) => ({ legId: leg.id, fromSizeBytes: leg.sizeBytes, toDataBytes: toDataBytes[protection][leg.index] ?? 0 })),
    };
    const told = await rehearse(part(made, [its]), part({ ...made, legs, growth, generation: 2 }, [its]), around());
    expect(names(told)).toEqual(protection === 'concatenated' ? ['t2', 'c1'] : ['t1', 't2', 'c1']);
    expect(commands(told, 't2').some(first('blkdiscard'))).toBe(true);
    expect(commands(told, 'c1').some(first('dmsetup resume'))).toBe(true);
  });
});

test('given no volume / when it is created / then words stand for the ids that it does not have yet', async () => {
  const made = volume('raid1', { state: 'creating', array: { uuid: randomUUID(), dataOffsetBytes: 4 * MiB, created: false } });
  const told = await rehearse(part(null), part(made), around());
  expect(names(told)).toEqual(['t1', 't2']);
  expect(commands(told, 't1').find(first('lvcreate'))).toContain("'leg-<id of leg 0>'");
  for (const id of [made._id, ...made.legs.map((leg) => leg.id)]) expect(JSON.stringify(told)).not.toContain(id);
});

test('given a node whose agent is away / when its drive is taken / then it is said that it begins when the agent is back', async () => {
  const blank = drive('t1', { desired: 'observed', inService: false });
  const lost = around({ connection: { state: 'lost', since: now, serverId: null } });
  const ofDrive = (each: DriveDocument): Part => ({ drives: [each], volume: null, attachments: [] });
  const told = await rehearse(ofDrive(blank), ofDrive({ ...blank, desired: 'in-service' }), lost);
  expect(commands(told, 't1').some(first('vgcreate'))).toBe(true);
  expect(told.waits.map(({ node: { name } }) => name)).toEqual(['t1']);
});

test('given a drive that was pulled out / when it is released / then nothing is run, and that it is missing is said', async () => {
  const gone = drive('t1', { present: false });
  const ofDrive = (each: DriveDocument): Part => ({ drives: [each], volume: null, attachments: [] });
  const told = await rehearse(ofDrive(gone), ofDrive({ ...gone, desired: 'released' }), around());
  expect(told.nodes).toEqual([]);
  expect(told.waits[0]?.message).toContain('is not there');
});
