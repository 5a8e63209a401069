import type { LegView } from '@weft/shared/kinds/leg';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import type { LegDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { contradictions, worstFinding } from './leg-health.js';
import type { LegReports } from './leg-observations.js';

const path = (controllerState: string | null) => ({ storageNetwork: 'a', address: '10.0.0.1', controllerState });
const ACTIVE: NonNullable<LegView['member']> = {
  ...{ slot: 0, flags: ['in_sync'], inSync: true, faulty: false, errors: 0, badBlocks: 0, events: 7, rebuilding: null },
};
const EXPORT: NonNullable<LegView['export']> = {
  ...{ freshness: 'current', namespaceEnabled: true, portals: [{ address: '10.0.0.1', linked: true }] },
};
const view = (change: Partial<LegView> = {}): LegView => ({
  ...{ attachmentId: 'a', client: { id: 'c1', name: 'c1' }, export: EXPORT, clientFreshness: 'current' },
  ...{ paths: [path('live'), path('live')], member: ACTIVE, anchor: false, agent: null },
  ...change,
});

interface Case {
  leg?: Changes<LegDocument>;
  assigned?: Partial<LegReports['assigned']>;
  target?: Partial<LegReports['target']>;
  attachments?: LegView[];
  of?: Changes<AttachmentDocument>;
  parts?: Parameters<typeof world>[0];
}
const said = ({ assigned, target, attachments = [] }: Case): LegReports => ({
  assigned: { desired: 'present', role: 'member', inSync: true, ...assigned },
  target: { freshness: 'current', present: true, wiped: true, open: false, backed: true, reason: null, ...target },
  attachments,
});
function health(given: Case) {
  const own = leg(0, 't1', given.leg);
  const attachments = given.attachments ? [attachment(given.of)] : [];
  const found = worstFinding(world({ attachments, volume: volume({ legs: [own, leg(1, 't2')] }), ...given.parts }), own, said(given));
  // Every finding names its node or its client.
  expect(found.message).toMatch(/[tc]\d/);
  return `${found.health} ${found.reason}`;
}
const message = (given: Case) => {
  const own = leg(0, 't1', given.leg);
  return worstFinding(world({ volume: volume({ legs: [own, leg(1, 't2')] }), ...given.parts }), own, said(given)).message;
};
const seen = (change: Partial<LegView>, more: Case = {}) => health({ ...more, attachments: [view(change)] });

const JOINING: Case = { leg: { spec: { role: 'joining' } } };
const old = { freshness: 'old' as const };
const lostLink = { nodes: [node('t1', { status: { connection: { state: 'lost', since: NOW, serverId: null } } }), node('t2'), node('c1')] };
const reason = (code: string) => ({ code, message: `says ${code}` });

describe('worstFinding: reports of the target', () => {
  it.each<[string, Case, string]>([
    ['has it', {}, 'healthy reported'],
    ['must remove it', { leg: { spec: { desired: 'absent' } }, target: { present: false } }, 'pending removing'],
    ['never said anything', { target: { freshness: 'none', present: null } }, 'unknown not-reported'],
    ['never said anything of a new one', { ...JOINING, target: { freshness: 'none' } }, 'pending not-reported'],
    [
      'never said anything of a new volume',
      { target: { freshness: 'none' }, parts: { volume: volume({ status: { state: 'creating' } }) } },
      'pending not-reported',
    ],
    ['is silent', { target: old, parts: lostLink }, 'unknown node-silent'],
    ['has restarted', { target: old }, 'unknown node-silent'],
    ['cannot read its host', { target: { reason: reason('host-unreadable') } }, 'unknown node-unreadable'],
    ['cannot read the drive', { target: { reason: reason('drive-unreadable') } }, 'unknown node-unreadable'],
    ['lost it for good', { target: { reason: reason('leg-short') } }, 'missing leg-short'],
    ['lost it, before it restarted', { target: { ...old, reason: reason('leg-lost') } }, 'unknown node-silent'],
    ['cannot find it', { target: { present: false } }, 'missing leg-gone'],
    ['makes a new one', { ...JOINING, target: { present: false } }, 'pending creating'],
    ['lost the drive under it', { target: { backed: false } }, 'missing drive-gone'],
    [
      'lost the cache with its newest bytes',
      { target: { backed: false, reason: reason('leg-cache-missing') } },
      'missing leg-cache-missing',
    ],
    ['has a failed pool', { target: { backed: false, reason: reason('pool-failed') } }, 'missing pool-failed'],
    ['waits for its drive', { target: { backed: false, reason: reason('drive-missing') } }, 'missing drive-gone'],
    ['is wiping it', { target: { wiped: false } }, 'pending wiping'],
  ])('returns health and reason of a leg whose target %s', (_, given, expected) => {
    expect(health(given)).toBe(expected);
  });

  it('reports a joining leg missing only if its target is offline and no path is live', () => {
    const joins: Case = { ...JOINING, target: old, parts: lostLink };
    expect(health(joins)).toBe('missing node-silent');
    const used = (...states: (string | null)[]) => view({ paths: states.map(path), member: null, export: null });
    const reached = [view({ paths: [path(null)], member: null, export: null }), used(null, 'live')];
    expect(health({ ...joins, attachments: reached })).toBe('unknown node-silent');
    expect(health({ ...joins, attachments: [used(null, 'connecting')] })).toBe('missing node-silent');
    expect(health({ ...joins, parts: {} })).toBe('unknown node-silent');
  });

  it('reports a leg unknown if its node follows another history (S14)', () => {
    const doubt = { code: 'other-history', message: 'x' } as unknown as NonNullable<ReturnType<typeof node>['status']['historyDoubt']>;
    expect(health({ target: old, parts: { nodes: [node('t1', { status: { historyDoubt: doubt } })] } })).toBe('unknown history-unknown');
  });

  it('states in the message since when a node is offline, or the reason that it reports', () => {
    expect(message({ target: old, parts: lostLink })).toBe('t1 has been offline since 2026-01-01T00:00:00.000Z');
    expect(message({ target: old, parts: { nodes: [] } })).toBe('t1 is offline');
    expect(message({ target: old })).toBe('t1 has restarted');
    expect(message({ target: { reason: reason('leg-lost') } })).toBe('t1: says leg-lost');
    expect(message({ target: { present: false } })).toBe('t1 cannot find it: its drive may be missing');
    expect(message({ target: { present: false, reason: reason('x') } })).toBe('t1 cannot find it: says x');
    expect(message({ ...JOINING, target: { present: false } })).toBe('t1 is creating it');
  });
});

describe('worstFinding: a fenced export', () => {
  const said = { code: 'foreign-host-fenced', message: 'a host at 10.0.0.7 was connected' };
  const fenced = (nodeId: string) => ({ reports: [report(nodeId, 'export', 'a', { present: false }, { reason: said })] });
  const off = { ...EXPORT, namespaceEnabled: false };

  it('reports a joining or attaching leg missing if its target fences the export', () => {
    expect(seen({ export: off }, { ...JOINING, parts: fenced('t1') })).toBe('missing foreign-host-fenced');
    expect(seen({ export: off }, { of: { status: { state: 'attaching' } }, parts: fenced('t1') })).toBe('missing foreign-host-fenced');
    expect(seen({ export: off }, { ...JOINING, parts: fenced('t2') })).toBe('pending namespace-disabled');
    expect(seen({ export: { ...off, freshness: 'old' } }, { parts: fenced('t1') })).toBe('unknown node-silent');
  });
});

describe('worstFinding: lost paths', () => {
  const reduced = view({ paths: [path('live'), path('connecting')] });
  const whole = view({ attachmentId: 'b', client: { id: 'c2', name: 'c2' } });

  it('reports a lost path of a healthy leg with the number of live paths', () => {
    expect(health({ attachments: [reduced] })).toBe('healthy path-lost');
    expect(message({ attachments: [reduced] })).toBe('c1 uses it over 1 of 2 paths');
    expect(message({ attachments: [whole, reduced] })).toBe('c1 uses it over 1 of 2 paths');
    expect(message({ attachments: [whole] })).toBe('t1 has it');
  });

  it('reports a lost path of a volume without redundancy too', () => {
    const striped = { ...volume().spec, protection: 'raid0' as const };
    expect(health({ attachments: [reduced], parts: { volume: volume({ spec: striped }) } })).toBe('healthy path-lost');
  });

  it('reports a worse finding instead of a lost path', () => {
    expect(seen({ paths: reduced.paths, member: { ...ACTIVE, badBlocks: 1 } })).toBe('unhealthy bad-blocks');
    expect(health({ attachments: [reduced], target: { wiped: false } })).toBe('pending wiping');
  });
});

describe('worstFinding: reports of an attachment', () => {
  it.each<[string, Partial<LegView>, Case, string]>([
    ['is used', {}, {}, 'healthy reported'],
    ['is to go', { export: null }, { leg: { spec: { desired: 'absent' } } }, 'pending removing'],
    ['is not exported yet', { export: null }, {}, 'pending not-exported'],
    ['has a target that has not reported on its export', { export: { ...EXPORT, freshness: 'old' } }, {}, 'unknown node-silent'],
    ['has no enabled namespace', { export: { ...EXPORT, namespaceEnabled: false } }, {}, 'missing namespace-disabled'],
    [
      'has no enabled namespace yet',
      { export: { ...EXPORT, namespaceEnabled: false } },
      { of: { status: { state: 'attaching' } } },
      'pending namespace-disabled',
    ],
    ['has no open port', { export: { ...EXPORT, portals: [{ address: 'x', linked: false }] } }, {}, 'missing not-linked'],
    ['has no open port yet', { export: { ...EXPORT, portals: [{ address: 'x', linked: false }] } }, JOINING, 'pending not-linked'],
    ['has one open port', { export: { ...EXPORT, portals: [{ address: 'x', linked: false }, ...EXPORT.portals] } }, {}, 'healthy reported'],
    ['has a client that says nothing', { clientFreshness: 'old' }, {}, 'unknown client-silent'],
    ['counts as active without a path', { paths: [path(null)] }, {}, 'stalled active-without-path'],
    ['is out without a path', { paths: [path(null)], member: { ...ACTIVE, inSync: false } }, {}, 'missing no-path'],
    ['has no path yet', { paths: [], member: null }, { of: { status: { state: 'attaching' } } }, 'pending no-path'],
    ['is not taken in yet', { member: null }, JOINING, 'pending not-a-member'],
    ['is not listed by md now', { member: null }, {}, 'unknown not-listed'],
    ['is not a member', { member: null }, { assigned: { inSync: false } }, 'missing not-a-member'],
    ['was failed by md', { member: { ...ACTIVE, inSync: false, faulty: true } }, {}, 'missing faulty'],
    ['has bad blocks', { member: { ...ACTIVE, badBlocks: 1 } }, {}, 'unhealthy bad-blocks'],
    ['has a write error', { member: { ...ACTIVE, flags: ['in_sync', 'write_error'] } }, {}, 'unhealthy write-error'],
    ['asks for a replacement', { member: { ...ACTIVE, flags: ['in_sync', 'want_replacement'] } }, {}, 'unhealthy want-replacement'],
    [
      'is being replaced',
      { member: { ...ACTIVE, flags: ['want_replacement'] } },
      { leg: { spec: { role: 'leaving' } } },
      'healthy reported',
    ],
    [
      'is copied onto',
      { member: { ...ACTIVE, inSync: false, rebuilding: { progressRatio: 0.5, bytesPerSecond: 1 } } },
      {},
      'rebuilding copying',
    ],
    [
      'is rebuilt in full by its agent',
      { member: { ...ACTIVE, inSync: false, rebuilding: { progressRatio: 0.5, bytesPerSecond: 1 } }, agent: reason('rebuilt-in-full') },
      {},
      'rebuilding rebuilt-in-full',
    ],
    ['is a spare', { member: { ...ACTIVE, inSync: false } }, {}, 'missing spare'],
    ['is a spare that joins', { member: { ...ACTIVE, inSync: false } }, JOINING, 'pending spare'],
  ])('returns health and reason of a leg that %s', (_, change, more, expected) => {
    expect(seen(change, more)).toBe(expected);
  });

  it('returns the worst finding of all reports, and the target’s first among equals', () => {
    expect(health({ attachments: [view(), view({ member: { ...ACTIVE, badBlocks: 1 } }), view()] })).toBe('unhealthy bad-blocks');
    expect(health({ target: { present: false }, attachments: [view({ member: { ...ACTIVE, faulty: true, inSync: false } })] })).toBe(
      'missing leg-gone',
    );
  });

  it('reports a raid0 leg without paths stalled if its device is available, else missing', () => {
    const raid0 = { volume: volume({ spec: { ...volume().spec, protection: 'raid0' as const } }), attachments: [attachment()] };
    const out = { paths: [path(null)], member: null };
    expect(seen(out, { parts: { ...raid0, reports: [report('c1', 'attachment', 'a')] } })).toBe('stalled active-without-path');
    expect(seen(out, { parts: { ...raid0, reports: [report('c1', 'attachment', 'a', { available: false })] } })).toBe('missing no-path');
    expect(seen(out, { parts: raid0 })).toBe('missing no-path');
    expect(seen({ member: null }, { parts: raid0 })).toBe('healthy reported');
  });

  it('reports a leg that md has not missed yet, without I/O, stalled only if its I/O blocks', () => {
    const said = (anchor: boolean) =>
      seen(
        { paths: [path(null)] },
        {
          parts: {
            attachments: [attachment()],
            reports: [report('c1', 'attachment', 'a', { legs: [{ legId: 'leg-0', anchor, reason: null }] })],
          },
        },
      );
    expect([true, false].map(said)).toEqual(['stalled active-without-path', 'missing no-path']);
  });

  it('uses its own attachment, and reports a growth pending until the client applies it', () => {
    const two = { attachments: [attachment({ _id: 'b', status: { state: 'attached' } }), attachment({ status: { state: 'attaching' } })] };
    expect(seen({ member: null }, { parts: two, assigned: { inSync: false } })).toBe('pending not-a-member');
    const growing = (legsGrown: boolean) => {
      const growth = { spec: { legs: [{ legId: 'leg-0', fromSizeBytes: 0 }] }, status: { legsGrown } } as unknown as ReturnType<
        typeof volume
      >['growth'];
      return volume({ legs: [leg(0, 't1'), leg(1, 't2')], ...(growth ? { growth } : {}) });
    };
    const grown = (legsGrown: boolean, reports: ReturnType<typeof report>[] = []) =>
      seen({}, { parts: { volume: growing(legsGrown), attachments: [attachment()], reports } });
    expect(grown(false, [report('c1', 'attachment', 'a')])).toBe('pending growing');
    expect(grown(true)).toBe('pending growing');
    expect(grown(true, [report('c1', 'attachment', 'a')])).toBe('healthy reported');
    expect(seen({}, { parts: { volume: growing(true) } })).toBe('pending growing');
  });
});

describe('contradictions', () => {
  const own = leg(0, 't1');
  const found = (change: Partial<LegView>, target: Partial<LegReports['target']> = {}, more: LegView[] = []) => {
    const reports = said({ target, attachments: [view(change), ...more] });
    const observations = { ...reports, health: 'healthy' as const, reason: '', message: '', since: null };
    return contradictions(own, observations).map((each) => `${each.type} ${each.reason}`);
  };
  const out = { paths: [path(null)] };

  it('returns none while all reports agree, or without a current report of the client', () => {
    expect([found({}), found({ ...out, clientFreshness: 'old' }, { present: false })]).toEqual([[], []]);
  });

  it('reports an active or exported leg without a live path, once per condition type', () => {
    expect(found(out)).toEqual(['Stalled active-without-path', 'Disagreement exported-without-path']);
    expect(found(out, {}, [view(out)])).toHaveLength(2);
    expect(found({ ...out, member: null })).toEqual(['Disagreement exported-without-path']);
    expect(found({ ...out, export: { ...EXPORT, namespaceEnabled: false } })).toEqual(['Stalled active-without-path']);
    expect(found({ ...out, export: { ...EXPORT, freshness: 'old' } })).toEqual(['Stalled active-without-path']);
    expect(found({ ...out, export: { ...EXPORT, portals: [{ address: 'x', linked: false }] } })).toEqual(['Stalled active-without-path']);
    expect(found({ ...out, export: null, member: null })).toEqual([]);
    expect(found({ paths: [], member: null })).toEqual([]);
    expect(found(out, { freshness: 'old' })).toEqual(['Stalled active-without-path']);
    expect(found({ paths: [path(null), path('live')] })).toEqual([]);
    const half = { ...EXPORT, portals: [{ address: 'x', linked: false }, ...EXPORT.portals] };
    expect(found({ ...out, member: null, export: half })).toEqual(['Disagreement exported-without-path']);
  });

  it('reports an in-sync leg that its target reports gone, but not one that it cannot read', () => {
    for (const gone of [{ present: false }, { backed: false }]) expect(found({}, gone)).toEqual(['Disagreement active-without-leg']);
    expect(found({}, { present: null, reason: reason('host-unreadable') })).toEqual([]);
    expect(found({}, { present: false, freshness: 'old' })).toEqual([]);
    expect(found({ member: { ...ACTIVE, inSync: false } }, { present: false })).toEqual([]);
  });
});
