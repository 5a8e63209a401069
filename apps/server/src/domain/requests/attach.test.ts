import { DomainError } from '@weft/shared/errors/domain-error';
import { type AttachmentCreate, attachmentStates } from '@weft/shared/kinds/attachment';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import { NO_ENCRYPTION } from '../storage-encryption/gap.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import { type AttachSurroundings, attached, detached, exportedLegs, sameAttachment } from './attach.js';

const request = (change: Partial<AttachmentCreate> = {}): AttachmentCreate => ({
  ...{ volumeId: 'v', nodeId: 'c1', mode: 'exclusive', transport: 'rdma', force: false },
  ...change,
});
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params };
    throw error;
  }
  return expect.fail('it was not refused');
}

describe('sameAttachment', () => {
  const same = (wanted: Partial<AttachmentCreate>, existing: Changes<AttachmentDocument>[] = [{}]) =>
    sameAttachment(
      request(wanted),
      existing.map((each) => attachment(each)),
    );

  it('is the attachment of the same node, mode and transport, and the same reattach if sent', () => {
    expect(same({})).toEqual(attachment());
    expect(same({ reattach: true })).toEqual(attachment());
    expect(same({}, [{ _id: 'b', nodeId: 'c2' }, {}])?._id).toBe('a');
  });

  it('is no attachment that differs in one of them, nor one that is being detached', () => {
    const others = [{ nodeId: 'c2' }, { mode: 'readonly' as const }, { transport: 'tcp' as const }, { reattach: false }];
    for (const wanted of others) expect(same(wanted)).toBeUndefined();
    expect(same({}, [{ spec: { desired: 'detached' } }])).toBeUndefined();
  });
});

describe('attached', () => {
  const portal = (address: string) => [{ storageNetwork: 'a', address, rdma: true }];
  const targets = new Map(['t1', 't2', 'c1'].map((name, at) => [name, portal(`10.0.0.${at + 1}`)]));
  const stored = { _id: 'b', version: 1, revision: 1, createdAt: NOW, updatedAt: NOW };
  const attach = (
    wanted: Partial<AttachmentCreate> = {},
    around: Partial<AttachSurroundings> = {},
    existing: AttachmentDocument[] = [],
    of = volume({ spec: { epoch: 4 } }),
  ) =>
    attached(request(wanted), of, existing, {
      ...{
        client: { _id: 'c1', name: 'one', spec: {}, status: { bootId: 'boot-7', inventory: null } },
        stored,
        reattachByDefault: false,
        targets,
        usedServiceIds: new Map(),
        ...NO_ENCRYPTION,
      },
      ...around,
    });
  const maintenance = { since: later(-9), until: later(9), requestedBy: 'eve', forced: false, endedAt: null, endedBy: null };

  it('makes an attachment of this epoch that nothing is ordered for yet', () => {
    const { exports, ...rest } = attach().attachment;
    expect(rest).toEqual({
      ...stored,
      ...{ volumeId: 'v', volumeName: 'db', nodeId: 'c1', nodeName: 'one' },
      ...{ generation: 1 },
      spec: {
        ...{ mode: 'exclusive', transport: 'rdma', reattach: false },
        ...{ desired: 'attached', epoch: 4, tenure: NOW.getTime(), orderGeneration: 0, bootId: 'boot-7' },
      },
      status: { ...{ state: 'attaching' }, ...{ observedGeneration: 0, conditions: [], fenced: false } },
    });
    expect(exports.map(({ nodeId, spec: { namespaces, portals } }) => [nodeId, namespaces, portals])).toEqual([
      ['t1', [{ nsid: 1, legId: 'leg-0' }], [{ storageNetwork: 'a', address: '10.0.0.1', hostAddress: '10.0.0.3' }]],
      ['t2', [{ nsid: 1, legId: 'leg-1' }], [{ storageNetwork: 'a', address: '10.0.0.2', hostAddress: '10.0.0.3' }]],
    ]);
  });

  it('stores the tenure with the volume, above every earlier one, removed ones too (S3)', () => {
    const last = NOW.getTime() + 50;
    expect(attach({}, {}, [], volume({ spec: { lastTenure: last } }))).toMatchObject({
      volume: { spec: { lastTenure: last + 1 } },
      attachment: { spec: { tenure: last + 1 } },
    });
    const present = attachment({ nodeId: 'c2', spec: { mode: 'shared', tenure: last + 7 } });
    const shared = volume({ array: null, spec: { ...volume().spec, protection: 'raid0' } });
    expect(attach({ mode: 'shared' }, {}, [present], shared).volume.spec.lastTenure).toBe(last + 8);
    expect(attach({}, { stored: { ...stored, createdAt: later(100) } }).attachment.spec.tenure).toBe(later(100).getTime());
  });

  it('takes the reattach that was sent, else that of the settings', () => {
    const reattach = (sent: boolean | undefined, reattachByDefault: boolean) =>
      attach(sent === undefined ? {} : { reattach: sent }, { reattachByDefault }).attachment.spec.reattach;
    expect([reattach(undefined, true), reattach(undefined, false), reattach(false, true), reattach(true, false)]).toEqual([
      ...[true, false, false, true],
    ]);
  });

  it('exports no leg that is being removed', () => {
    const going = leg(2, 't1', { spec: { desired: 'absent' } });
    expect(exportedLegs(volume({ legs: [leg(0, 't1'), going] })).map(({ id }) => id)).toEqual(['leg-0']);
    const of = volume({ legs: [leg(0, 't1'), leg(1, 't2'), going] });
    expect(attach({}, {}, [], of).attachment.exports.flatMap(({ spec: { namespaces } }) => namespaces.map(({ legId }) => legId))).toEqual([
      ...['leg-0', 'leg-1'],
    ]);
  });

  it('refuses a second owner of the volume, and a volume in another state (S3)', () => {
    expect(() => attach({}, {}, [attachment({ nodeId: 'c2', nodeName: 'c2' })])).toThrow(DomainError);
    expect(() => attach({}, {}, [], volume({ status: { state: 'deleting' } }))).toThrow(DomainError);
  });

  it('refuses a client in maintenance unless it is forced, and names the maintenance', () => {
    const client = { _id: 'c1', name: 'one', spec: { maintenance }, status: { bootId: 'boot-7', inventory: null } };
    expect(refusal(() => attach({}, { client }))).toMatchObject({
      ...{ code: 'client-in-maintenance', field: 'nodeId', params: { node: { id: 'c1', name: 'one' }, requestedBy: 'eve' } },
    });
    expect(attach({ force: true }, { client }).attachment.status.state).toBe('attaching');
    const over = { ...client, spec: { maintenance: { ...maintenance, until: NOW } } };
    expect(attach({}, { client: over }).attachment.status.state).toBe('attaching');
  });

  it('refuses a client without an address on a network of the targets', () => {
    expect(() => attach({}, { targets: new Map([...targets].filter(([name]) => name !== 'c1')) })).toThrow(/one/);
  });
});

describe('detached', () => {
  it.each(['attaching', 'attached'] as const)('orders the detach of an attachment that is %s', (state) => {
    const before = attachment({ generation: 5, status: { state } });
    expect(detached(before)).toEqual({
      ...before,
      generation: 6,
      spec: { ...before.spec, desired: 'detached' },
      status: { ...before.status, state: 'detaching' },
    });
  });

  it.each(attachmentStates.filter((state) => state !== 'attaching' && state !== 'attached'))('refuses it for one that is %s', (state) => {
    expect(refusal(() => detached(attachment({ status: { state } })))).toMatchObject({
      ...{ code: 'attachment-not-detachable', params: { state, volume: { name: 'db' }, client: { name: 'c1' } } },
    });
  });
});
