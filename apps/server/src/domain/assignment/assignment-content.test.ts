import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { describe, expect, it, test } from 'vitest';
import type { DriveDocument } from '../documents/drive.document.js';
import { attachment, leg, volume } from '../world/worlds.fixture.js';
import { anchorLegs, assignmentContent, contentHash } from './assignment-content.js';

const parts = {
  settings: defaultSettings,
  drives: [],
  volumes: [volume()],
  attachments: [attachment()],
  hostIds: new Map([['c1', 'host-c1']]),
};
const client = () => assignmentContent({ ...parts, node: { _id: 'c1', hostId: 'host-c1' } });
const target = (change = {}) => assignmentContent({ ...parts, ...change, node: { _id: 't1', hostId: 'host-t1' } });

const MIRROR = { protection: 'raid1' } as const;

test('marks one leg of a mirror as anchor, and sends fastIoFailSeconds with both legs', () => {
  expect(client().attachments[0]?.legs.map(({ anchor, fastIoFailSeconds }) => ({ anchor, fastIoFailSeconds }))).toEqual([
    { anchor: true, fastIoFailSeconds: defaultSettings.fastIoFailSeconds },
    { anchor: false, fastIoFailSeconds: defaultSettings.fastIoFailSeconds },
  ]);
});

test('anchorLegs chooses the in-sync leg of a mirror', () => {
  expect(anchorLegs(MIRROR, [leg(0, 't1', { status: { inSync: false } }), leg(1, 't2')])).toEqual(new Set(['leg-1']));
});

test('anchorLegs chooses legs on as few targets as possible', () => {
  expect(anchorLegs({ protection: 'raid10' }, [leg(0, 't1'), leg(1, 't2'), leg(2, 't2'), leg(3, 't3')])).toEqual(
    new Set(['leg-1', 'leg-2']),
  );
});

test('three halves have one anchor, and the client gets their number; two halves are not numbered', () => {
  const legs = [leg(0, 't1'), leg(1, 't2'), leg(2, 't3')];
  expect(anchorLegs({ ...MIRROR, copies: 3 }, legs)).toEqual(new Set(['leg-0']));
  expect(client().attachments[0]?.array).not.toHaveProperty('copies');
  const three = { ...parts, volumes: [volume({ legs, spec: { ...volume().spec, copies: 3 } })], node: { _id: 'c1', hostId: 'host-c1' } };
  expect(assignmentContent(three).attachments[0]?.array).toMatchObject({ level: 'raid1', copies: 3 });
});

test('exports only the legs of the target, to the one attached host (S3)', () => {
  expect(target().exports).toMatchObject([{ hostNqn: 'nqn.2014-08.org.nvmexpress:uuid:host-c1', namespaces: [{ legId: 'leg-0' }] }]);
  expect(target().legs.map(({ legId }) => legId)).toEqual(['leg-0']);
});

test('contentHash ignores the order of fields, but not a changed leg size', () => {
  const other = {
    ...parts,
    volumes: [Object.fromEntries(Object.entries(volume()).reverse()) as unknown as ReturnType<typeof volume>],
    node: { _id: 't1', hostId: 'host-t1' },
  };
  expect(contentHash(assignmentContent(other))).toBe(contentHash(target()));
  expect(contentHash(target({ volumes: [volume({ legs: [leg(0, 't1', { spec: { sizeBytes: 1 } })] })] }))).not.toBe(contentHash(target()));
});

test('forbids creation of an array that was reported created', () => {
  expect(client().attachments[0]?.array?.create).toBe(false);
});

describe('assignmentContent: legs and drives that were ready before', () => {
  const legOf = (change: Parameters<typeof volume>[0]) => target({ volumes: [volume(change)] }).legs[0];

  it('sets readyBytes to the leg size if none is stored, or to 0 while the volume is creating', () => {
    expect(legOf({})).toMatchObject({ readyBytes: 2 ** 30 });
    expect(legOf({ status: { state: 'creating' } })).toMatchObject({ readyBytes: 0 });
  });

  it('sets readyBytes to the stored value, or to the old size during a growth', () => {
    expect(legOf({ legs: [leg(0, 't1', { status: { readyBytes: 0 } })] })).toMatchObject({ readyBytes: 0 });
    const legs = [{ legId: 'leg-0', fromSizeBytes: 2 ** 29, toDataBytes: 2 ** 30 }];
    const growth = { spec: { toSizeBytes: 2 ** 30, legs }, status: { legsGrown: false } };
    expect(legOf({ growth })).toMatchObject({ sizeBytes: 2 ** 30, readyBytes: 2 ** 29 });
  });

  it('forbids a second volume group on a drive that was in service', () => {
    const drives = [false, true].map((inService) => ({ ...serving, status: { inService } }) as unknown as DriveDocument);
    expect(target({ drives }).drives.map(({ create }) => create)).toEqual([true, false]);
  });
});

const serving = { _id: 'd', nodeId: 't1', serial: 'S', nsid: 1, spec: { desired: 'in-service', wipe: null } };
