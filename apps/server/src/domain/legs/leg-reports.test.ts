import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import type { LegDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, report, volume, world } from '../world/worlds.fixture.js';
import { holding, legObservations, legReports } from './leg-observations.js';

type Reports = ReturnType<typeof report>[];
const reportsOn = (reports: Reports, own: LegDocument = leg(0, 't1'), of: Changes<AttachmentDocument> = {}) =>
  legReports(world({ volume: volume({ legs: [own, leg(1, 't2')] }), attachments: [attachment(of)], reports }), own);
const view = (reports: Reports, of: Changes<AttachmentDocument> = {}) =>
  reportsOn(reports, undefined, of).attachments[0] ?? expect.fail('not attached');
const condition = (type: string, since: string) => ({ type, status: 'true' as const, reason: '', message: '', since });

describe('legReports', () => {
  it('returns null for values that the target never reported or cannot read', () => {
    const nothing = { present: null, wiped: null, open: null, backed: null };
    expect(reportsOn([]).target).toEqual({ freshness: 'none', ...nothing, reason: null });
    const reason = { code: 'host-unreadable', message: 'lvs' };
    expect(reportsOn([report('t1', 'leg', 'leg-0', {}, { reason })]).target).toEqual({ freshness: 'current', ...nothing, reason });
    expect(reportsOn([report('t1', 'leg', 'leg-0', { open: true })]).target).toMatchObject({
      present: true,
      wiped: true,
      open: true,
      backed: true,
    });
  });

  it('returns anchor, reason and paths that the client reports for this leg', () => {
    const reason = { code: 'x', message: 'y' };
    const legs = [
      { legId: 'leg-1', anchor: false, reason: null },
      { legId: 'leg-0', anchor: true, reason },
    ];
    const path = { storageNetwork: 'a', address: '10.0.0.1', controllerState: 'live' };
    const paths = ['leg-1', 'leg-0'].map((legId) => ({ ...path, legId }));
    expect(view([report('c1', 'attachment', 'a', { legs, paths })])).toMatchObject({ anchor: true, agent: reason, paths: [path] });
    expect(view([report('c1', 'attachment', 'a', { legs: legs.slice(0, 1) })])).toMatchObject({ anchor: false, agent: null, paths: [] });
    expect(view([])).toMatchObject({ anchor: false, agent: null, paths: [], member: null, clientFreshness: 'none' });
  });

  it('returns no export unless the target is ordered to export this leg', () => {
    const [first, second] = attachment().exports;
    if (!first || !second) throw new Error('the example has two exports');
    const portals = [{ address: '10.0.0.1', linked: false }];
    expect(view([]).export).toEqual({ freshness: 'none', namespaceEnabled: false, portals });
    expect(view([], { exports: [second] }).export).toBeNull();
    expect(view([], { exports: [{ ...first, spec: { ...first.spec, desired: 'absent' } }] }).export).toBeNull();
    expect(view([], { exports: [{ ...first, spec: { ...first.spec, namespaces: second.spec.namespaces } }] }).export).toBeNull();
    expect(
      view([], { exports: [{ ...first, spec: { ...first.spec, namespaces: [...second.spec.namespaces, ...first.spec.namespaces] } }] })
        .export,
    ).not.toBeNull();
  });

  it('matches the exported namespace by leg and each portal by its address', () => {
    const exported = (namespaces: [string, boolean][], portals: [string, boolean][] = []) =>
      view([
        report('t1', 'export', 'a', {
          namespaces: namespaces.map(([legId, enabled], at) => ({ nsid: at + 1, legId, enabled })),
          portals: portals.map(([address, linked]) => ({ address, serviceId: 1, linked })),
        }),
      ]).export;
    expect(
      exported([
        ['leg-1', true],
        ['leg-0', false],
      ])?.namespaceEnabled,
    ).toBe(false);
    expect(
      exported([
        ['leg-1', false],
        ['leg-0', true],
      ])?.namespaceEnabled,
    ).toBe(true);
    const linked = (...portals: [string, boolean][]) => exported([], portals)?.portals;
    expect(linked(['10.0.0.1', false], ['10.0.0.2', true])).toEqual([{ address: '10.0.0.1', linked: false }]);
    expect(linked(['10.0.0.2', false], ['10.0.0.1', true])).toEqual([{ address: '10.0.0.1', linked: true }]);
  });

  it('returns the md member of the volume’s own array, with its rebuild progress', () => {
    const member = (flags: string[], { uuid = 'u', slot = 0 as number | null, syncAction = 'recover' } = {}) =>
      view([
        report('c1', 'attachment', 'a', {
          array: {
            ...{ uuid, state: 'active', degraded: 0, syncAction, syncProgressRatio: 0.5, syncSpeedBytesPerSecond: 9 },
            members: [{ legId: 'leg-0', flags, slot, errors: 0, badBlocks: 0, events: 7 }],
          },
        }),
      ]).member;
    const copying = { progressRatio: 0.5, bytesPerSecond: 9 };
    expect(member(['spare'])).toEqual({
      ...{ slot: 0, flags: ['spare'], inSync: false, faulty: false, errors: 0, badBlocks: 0, events: 7, rebuilding: copying },
    });
    for (const syncAction of ['resync', 'reshape']) expect(member(['spare'], { syncAction })?.rebuilding).toEqual(copying);
    expect(member(['spare'], { syncAction: 'idle' })?.rebuilding).toBeNull();
    expect(member(['spare'], { slot: null })?.rebuilding).toBeNull();
    expect(member(['in_sync'])).toMatchObject({ inSync: true, rebuilding: null });
    expect(member(['faulty'])).toMatchObject({ faulty: true, rebuilding: null });
    expect(member(['in_sync', 'faulty'])).toMatchObject({ inSync: false, faulty: true, rebuilding: null });
    expect(member(['in_sync'], { uuid: 'other' })).toBeNull();
  });
});

it('legObservations returns the time of the Healthy condition, or null without one', () => {
  const since = (conditions: LegDocument['status']['conditions']) => {
    const own = leg(0, 't1', { status: { conditions } });
    return legObservations(world({ volume: volume({ legs: [own] }) }), own).since;
  };
  const [present, healthy] = [condition('Present', '2026-01-01T00:00:00.000Z'), condition('Healthy', '2026-01-02T00:00:00.000Z')];
  expect([since([present, healthy]), since([present]), since([])]).toEqual([healthy.since, null, null]);
});

it('holding returns only attachments that are not detached, fenced or revoked', () => {
  const revoked = { by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u' };
  const attachments = [
    attachment({ _id: 'used' }),
    attachment({ _id: 'detached', spec: { desired: 'detached' } }),
    attachment({ _id: 'fenced', status: { fenced: true } }),
    attachment({ _id: 'revoked', spec: { revoked } }),
    attachment({ _id: 'all', spec: { desired: 'detached', revoked }, status: { fenced: true } }),
  ];
  expect(holding(world({ attachments })).map(({ _id }) => _id)).toEqual(['used']);
});
