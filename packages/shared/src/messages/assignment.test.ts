import { expect, test } from 'vitest';
import { attachedLegSchema, driveAssignmentSchema, exportAssignmentSchema, pathAssignmentSchema } from './assignment.js';

const id = 'eeeeeeee-0000-4000-8000-000000000001';
const nqn = 'nqn.2026-11.org.weft:a:b:e1';
const exported = {
  attachmentId: id,
  volumeId: id,
  volumeName: 'orders',
  epoch: 1,
  subsystemNqn: nqn,
  serial: 'S1',
  hostNqn: `nqn.2014-08.org.nvmexpress:uuid:${id}`,
  transport: 'rdma',
  serviceId: 4420,
  portals: [{ storageNetwork: 'left', address: '10.0.0.1' }],
  namespaces: [{ nsid: 1, legId: id }],
  desired: 'exported',
};
const path = { storageNetwork: 'left', transport: 'tcp', address: '10.0.0.1', serviceId: 4420, hostAddress: 'fd00::1' };
const leg = {
  legId: id,
  index: 0,
  nodeId: id,
  nodeName: 't1',
  subsystemNqn: nqn,
  nsid: 1,
  sizeBytes: 1,
  dataBytes: 1,
  inSync: true,
  anchor: false,
  fastIoFailSeconds: 5,
  paths: [path],
};
const drive = { driveId: id, serial: 'S1', nsid: 1, desired: 'observed', wipe: null };

const terms = {
  ...{ notAfter: '2026-01-01T00:00:00Z', bootId: 'b'.repeat(64), model: 'm'.repeat(40), sizeBytes: 1 },
  ...{ wwid: 'w'.repeat(160), weftDriveId: null },
};
const wipe = { orderId: id, serial: 'S1', terms };

test('accepts the assignments that servers send', () => {
  for (const [schema, value] of [
    [exportAssignmentSchema, exported],
    [pathAssignmentSchema, path],
    [attachedLegSchema, leg],
    [driveAssignmentSchema, drive],
    [driveAssignmentSchema, { ...drive, wipe }],
  ] as const)
    expect(schema.safeParse(value).error).toBeUndefined();
});

const SUDOERS = '../../../../../etc/sudoers.d';

test.for([
  ['an NQN that leaves its folder', exportAssignmentSchema, { ...exported, subsystemNqn: SUDOERS }],
  ['an NQN with a slash in it', exportAssignmentSchema, { ...exported, subsystemNqn: `${nqn}/x` }],
  ['an NQN that is too long', exportAssignmentSchema, { ...exported, subsystemNqn: nqn.padEnd(224, 'x') }],
  ['an NQN with a line end', exportAssignmentSchema, { ...exported, subsystemNqn: `${nqn}\n` }],
  ['a host NQN that leaves its folder', exportAssignmentSchema, { ...exported, hostNqn: SUDOERS }],
  ['a portal that is no address', exportAssignmentSchema, { ...exported, portals: [{ storageNetwork: 'left', address: SUDOERS }] }],
  ['a service id beyond 16 bits', exportAssignmentSchema, { ...exported, serviceId: 65_536 }],
  ['a serial of 21 characters', exportAssignmentSchema, { ...exported, serial: 'x'.repeat(21) }],
  ['a serial with a line end', exportAssignmentSchema, { ...exported, serial: 'a\nb' }],
  ['a name that leaves its folder', exportAssignmentSchema, { ...exported, volumeName: '../x' }],
  ['a namespace for all', exportAssignmentSchema, { ...exported, namespaces: [{ nsid: 0xffff_ffff, legId: id }] }],
  ['an address that begins an option', pathAssignmentSchema, { ...path, address: '--hostnqn=x' }],
  ['an own address with a filter behind it', pathAssignmentSchema, { ...path, hostAddress: '10.0.0.1 or dst 0.0.0.0/0' }],
  ['a leg under an NQN that leaves its folder', attachedLegSchema, { ...leg, subsystemNqn: SUDOERS }],
  [
    'a wipe for a drive model of 41 characters',
    driveAssignmentSchema,
    { ...drive, wipe: { ...wipe, terms: { ...terms, model: 'm'.repeat(41) } } },
  ],
  [
    'a wipe for a boot id of 65 characters',
    driveAssignmentSchema,
    { ...drive, wipe: { ...wipe, terms: { ...terms, bootId: 'b'.repeat(65) } } },
  ],
  [
    'a wipe for a WWID of 161 characters',
    driveAssignmentSchema,
    { ...drive, wipe: { ...wipe, terms: { ...terms, wwid: 'w'.repeat(161) } } },
  ],
  ['a drive with a serial of 3.8 MB', driveAssignmentSchema, { ...drive, serial: 'x'.repeat(3_800_000) }],
] as const)('refuses %s', ([, schema, value]) => {
  expect(schema.safeParse(value).success).toBe(false);
});
