import { describe, expect, it } from 'vitest';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advanceJoined } from './leg-replacement.js';

const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const old = leg(1, 't2', { spec: { role: 'leaving' } });
const fresh = leg(1, 't3', { id: 'leg-2', spec: { role: 'joining' } });
const member = (legId: string, flags: string[]) => ({ legId, flags, slot: 1, errors: 0, badBlocks: 0, events: 7 });
const TOOK_OVER = [member('leg-2', ['in_sync']), member('leg-1', ['faulty'])];
const array = (members: typeof TOOK_OVER, uuid = 'u') => ({
  ...{ uuid, state: 'active', degraded: 0, syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, members },
});
const says = (members: typeof TOOK_OVER, uuid = 'u', generation = 5) =>
  report('c1', 'attachment', 'a', { array: array(members, uuid) }, { generation });
const lostNode = (name: string) => node(name, { status: { connection: { state: 'lost', since: ago(900), serverId: null } } });

interface Given {
  legs?: LegDocument[];
  of?: Changes<VolumeDocument>;
  attached?: Changes<AttachmentDocument>;
  reports?: ReturnType<typeof report>[];
  nodes?: ReturnType<typeof node>[];
}
function joined({
  legs = [leg(0, 't1'), old, fresh],
  of = {},
  attached = {},
  reports = [says(TOOK_OVER)],
  nodes = ['t1', 't2', 't3', 'c1'].map((name) => node(name)),
}: Given) {
  const given = volume({ legs, ...of });
  const attachments = [attachment(attached)];
  const next = advanceJoined(world({ volume: given, attachments, reports, nodes }), given, attachments);
  return { ...next, given, attachments: next.attachments, before: attachments };
}
const retired = (given: Given) => joined(given).volume.obsoleteLegs?.map(({ id }) => id) ?? [];

describe('advanceJoined: a replaced leg', () => {
  it('is retired once the running array has its successor in sync and not the leg itself', () => {
    const { volume: next } = joined({});
    const { role: _, ...took } = fresh.spec;
    const { role: __, ...left } = old.spec;
    expect(next.legs).toEqual([leg(0, 't1'), { ...fresh, spec: took }]);
    expect(next.obsoleteLegs).toEqual([
      {
        ...old,
        spec: { ...left, desired: 'absent', since: NOW, why: 'replaced' },
        status: { ...old.status, inSync: false, state: 'deleting', fencedFrom: null },
      },
    ]);
    expect(retired({ reports: [says([member('leg-2', ['in_sync']), member('leg-1', ['in_sync', 'faulty'])])] })).toEqual(['leg-1']);
    expect(retired({ reports: [says([member('leg-2', ['in_sync'])])] })).toEqual(['leg-1']);
  });

  it.each<[string, Given]>([
    ['its successor is not in sync', { legs: [leg(0, 't1'), old, { ...fresh, status: { ...fresh.status, inSync: false } }] }],
    ['it has no successor', { legs: [leg(0, 't1'), { ...old, status: { ...old.status, inSync: true } }] }],
    ['both are in sync in it', { reports: [says([member('leg-2', ['in_sync']), member('leg-1', ['in_sync'])])] }],
    ['md still copies', { reports: [says([member('leg-2', ['spare']), member('leg-1', ['faulty'])])] }],
    ['md has failed its successor', { reports: [says([member('leg-2', ['in_sync', 'faulty'])])] }],
    ['the array is another one', { reports: [says(TOOK_OVER, 'other')] }],
    ['the client says nothing of an array', { reports: [report('c1', 'attachment', 'a')] }],
    ['the client says nothing', { reports: [] }],
    ['the client spoke before its last order', { reports: [says(TOOK_OVER, 'u', 4)] }],
    ['the client is of an earlier epoch', { attached: { spec: { epoch: 0 } } }],
    ['the client is not the only one', { attached: { spec: { mode: 'shared' } } }],
    ['the client has lost the volume', { attached: { status: { fenced: true } } }],
  ])('is kept while %s (S4)', (_, given) => {
    expect(retired(given)).toEqual([]);
  });

  it('is kept if neither the volume nor the client has an array', () => {
    expect(retired({ of: { array: null }, reports: [report('c1', 'attachment', 'a')] })).toEqual([]);
  });
});

describe('advanceJoined: a joining leg that is lost', () => {
  const lost = { ...fresh, status: { ...fresh.status, inSync: false, unhealthySince: ago(600) } };
  const nodes = [node('t1'), node('t2'), lostNode('t3'), node('c1')];
  const given = (change: Changes<LegDocument>, more: Given = {}): Given => ({
    ...{ legs: [leg(0, 't1'), old, changed(lost, change)], reports: [report('t3', 'leg', 'leg-2')], nodes },
    ...more,
  });

  it('is retired after the rebuild delay, and the leaving leg becomes a member again', () => {
    const { role: _, ...spec } = old.spec;
    const { volume: next } = joined(given({}));
    expect([next.legs, next.obsoleteLegs?.map(({ id }) => id)]).toEqual([[leg(0, 't1'), { ...old, spec }], ['leg-2']]);
    expect(retired(given({ status: { unhealthySince: ago(599) } }))).toEqual([]);
  });

  it('is kept while in sync, never unhealthy, on an online target, or alone at its index', () => {
    expect(retired(given({ status: { inSync: true } }))).toEqual([]);
    expect(retired(given({ status: { unhealthySince: null } }))).toEqual([]);
    expect(retired(given({}, { nodes: [node('t1'), node('t2'), node('t3'), node('c1')] }))).toEqual([]);
    expect(retired({ ...given({}), legs: [leg(0, 't1'), lost] })).toEqual([]);
  });

  it('does not retire a lost leaving leg while the joining leg is not in sync', () => {
    const gone = { ...old, status: { ...old.status, inSync: false, unhealthySince: ago(900) } };
    expect(
      retired({
        legs: [leg(0, 't1'), gone, { ...fresh, status: { ...fresh.status, inSync: false } }],
        reports: [report('t2', 'leg', 'leg-1', { present: false })],
      }),
    ).toEqual([]);
  });
});

describe('advanceJoined: roles and vacancies', () => {
  it('removes the role of a leg without counterpart, unless it joins and is not in sync', () => {
    const legs = (...list: LegDocument[]) => joined({ legs: list, reports: [] }).volume.legs;
    const first = leg(0, 't1');
    expect(legs(first, old)).toEqual([first, leg(1, 't2')]);
    expect(legs(first, leg(1, 't3', { spec: { role: 'joining' }, status: { inSync: true } }))).toEqual([first, leg(1, 't3')]);
    const joining = leg(1, 't3', { spec: { role: 'joining' }, status: { inSync: false } });
    expect(legs(first, joining)).toEqual([first, joining]);
    expect(legs(first, old, fresh)).toEqual([first, old, fresh]);
  });

  it('records since when an index of a mirror has no leg, until it has one', () => {
    const vacancies = (legs: LegDocument[], of: Changes<VolumeDocument> = {}) => joined({ legs, of, reports: [] }).volume.status.vacancies;
    expect(vacancies([leg(0, 't1')])).toEqual([{ index: 1, since: NOW }]);
    const known = {
      status: {
        vacancies: [
          { index: 3, since: ago(9) },
          { index: 1, since: ago(5) },
        ],
      },
    };
    expect(vacancies([leg(0, 't1')], known)).toEqual([{ index: 1, since: ago(5) }]);
    expect(vacancies([leg(0, 't1'), leg(1, 't2')], known)).toEqual([]);
    expect(vacancies([leg(0, 't1'), leg(1, 't2')])).toBeUndefined();
    expect(vacancies([leg(0, 't1')], { spec: { ...volume().spec, protection: 'raid0' } })).toBeUndefined();
  });

  it('returns the same documents when nothing changed', () => {
    const same = joined({ legs: [leg(0, 't1'), leg(1, 't2')], reports: [] });
    expect(same.volume).toBe(same.given);
    expect(same.attachments[0]).toBe(same.before[0]);
    expect('obsoleteLegs' in joined({ legs: [leg(0, 't1')], reports: [] }).volume).toBe(false);
  });
});

describe('advanceJoined: exports of a retired leg', () => {
  const [first, second] = attachment().exports;
  if (!first || !second) throw new Error('the example has two exports');
  const exports = (change: Changes<ExportDocument>, attached: Changes<AttachmentDocument> = {}, reports = [says(TOOK_OVER)]) =>
    joined({ attached: { exports: [first, changed(second, change)], ...attached }, reports }).attachments[0]?.exports;

  const withdrawn = { desired: 'absent' as const, leftOut: true };

  it('lose the namespace of the leg, and keep the highest nsid used', () => {
    const namespaces = [
      { nsid: 1, legId: 'leg-1' },
      { nsid: 4, legId: 'leg-9' },
    ];
    expect(exports({ spec: { namespaces } })).toEqual([
      first,
      { ...second, spec: { ...second.spec, namespaces: namespaces.slice(1), lastNsid: 4 } },
    ]);
    expect(exports({ spec: { namespaces, lastNsid: 7 } })?.[1]?.spec.lastNsid).toBe(7);
  });

  it('are withdrawn with their last leg, and removed once the target confirms it', () => {
    expect(exports({})).toEqual([first, { ...second, spec: { ...second.spec, lastNsid: 1, desired: 'absent', leftOut: true } }]);
    expect(exports({ spec: withdrawn, status: { gone: true } })).toEqual([first]);
    expect(exports({ spec: withdrawn }, {}, [])).toEqual([first, { ...second, spec: { ...second.spec, ...withdrawn } }]);
    expect(exports({ spec: { desired: 'absent' }, status: { gone: true } }, {}, [])).toEqual([
      first,
      { ...second, spec: { ...second.spec, desired: 'absent' }, status: { ...second.status, gone: true } },
    ]);
  });

  it('are kept in an attachment that is detached or revoked', () => {
    for (const spec of [{ desired: 'detached' as const }, { revoked: { by: 'x' } as NonNullable<AttachmentDocument['spec']['revoked']> }])
      expect(exports({ spec: withdrawn, status: { gone: true } }, { spec })).toHaveLength(2);
  });
});
