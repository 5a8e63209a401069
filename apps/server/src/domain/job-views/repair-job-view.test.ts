import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import { said } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import { changed } from '../documents/parts.js';
import { advance } from '../reconcile/advance.js';
import { attachment, job, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { epochJobView } from './epoch-job-view.js';

const joining = leg(1, 't3', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } });
const legs = [leg(0, 't1'), leg(1, 't2', { spec: { role: 'leaving' } }), joining];
const nodes = ['t1', 't2', 't3', 'c1'].map((id) => node(id));
const made = report('t3', 'leg', 'new');
const viewOf = (parts: Parameters<typeof world>[0]) => {
  const now = world({ nodes, reports: [made], ...parts });
  return epochJobView(job('volume.repair', 'v'), now, advance(now));
};

describe('repairView', () => {
  it('waits for an exclusive attachment, with the way out as data', () => {
    const shown = viewOf({ volume: volume({ legs }) });
    expect(Object.keys(shown.waitingFor[0]?.params ?? {})).not.toContain('node');
    expect(shown).toMatchObject({
      state: 'waiting',
      steps: [
        { code: 'create-leg', state: 'done' },
        { code: 'rebuild-leg', params: { leg: { id: 'new', name: '1' } }, reason: { code: 'not-attached' } },
      ],
      waitingFor: [
        {
          node: null,
          params: { reason: { code: 'rebuild-needs-attachment' }, ways: [{ code: 'attach-exclusive' }] },
          unblockedBy: 'attaching the volume exclusive',
        },
      ],
    });
  });

  it('shows the condition RepairWaiting with its own code and data', () => {
    const stated = said('repair-needs-array', { client: { kind: 'node', id: 'c1', name: 'c1' }, health: 'broken' }, 'volume-broken');
    const wait = { type: REPAIR_WAITING, status: 'true' as const, since: NOW.toISOString(), ...stated };
    const { steps, waitingFor } = viewOf({ volume: volume({ status: { conditions: [wait] } }) });
    const { code, params, message, unblockedBy } = stated;
    expect(steps).toMatchObject([
      { code: 'find-place', node: null, reason: { code: 'volume-broken', messageCode: code, params, message } },
    ]);
    expect(waitingFor).toEqual([{ node: null, code, params, message, unblockedBy }]);
  });

  it('shows a condition that has no data with its text', () => {
    const wait = { type: REPAIR_WAITING, status: 'true' as const, since: NOW.toISOString(), reason: 'no-source', message: 'no source' };
    expect(viewOf({ volume: volume({ status: { conditions: [wait] } }) }).waitingFor).toEqual([
      { node: null, message: 'no source', unblockedBy: 'no source' },
    ]);
  });

  it('fails when the volume is deleted meanwhile', () => {
    const legs = volume().legs.map((each) => changed(each, { spec: { desired: 'absent' } }));
    expect(viewOf({ volume: volume({ legs, status: { state: 'deleting' } }) })).toMatchObject({
      ...{ state: 'failed', error: { code: 'cancelled', params: { volume: { name: 'db' }, job: 'volume.repair' } } },
    });
  });

  it('is done when no leg joins and no repair waits', () => {
    expect(viewOf({ volume: volume() })).toMatchObject({ state: 'done', steps: [], waitingFor: [] });
  });

  it('keeps the steps of the leg that joins while a further repair waits', () => {
    const wait = { type: REPAIR_WAITING, status: 'true' as const, since: NOW.toISOString(), reason: 'no-source', message: 'no source' };
    const { state, steps, waitingFor } = viewOf({ volume: volume({ legs, status: { conditions: [wait] } }), reports: [] });
    expect(state).toBe('waiting');
    expect(steps.map(({ code, state: of }) => `${code} ${of}`)).toEqual([
      'create-leg running',
      'rebuild-leg waiting',
      'find-place waiting',
    ]);
    expect(waitingFor).toMatchObject([{ params: { reason: { code: 'rebuild-needs-attachment' } } }, { message: 'no source' }]);
  });

  describe('of a volume in use', () => {
    const example = attachment();
    const to = changed(example.exports[0] ?? expect.fail('the example has an export'), {
      ...{ nodeId: 't3', nodeName: 't3' },
      spec: { namespaces: [{ nsid: 3, legId: 'new' }] },
    });
    const held = attachment({ exports: [...example.exports, to] });
    const reader = attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2', spec: { mode: 'readonly' } });
    const namespace = { nsid: 3, legId: 'new', enabled: true };
    const exported = (change: Partial<typeof namespace> = {}, ...more: (typeof namespace)[]) =>
      report('t3', 'export', 'a', { namespaces: [{ ...namespace, ...change }, ...more] });
    const inUse = { volume: volume({ legs }), attachments: [held] };
    /** `code state@node why` of each step. */
    const lines = (reports: ReturnType<typeof report>[], parts: Parameters<typeof world>[0] = {}) =>
      viewOf({ ...inUse, reports, ...parts }).steps.map(
        ({ code, state, node: at, reason }) => `${code} ${state}@${at}${reason ? ` ${reason.code}` : ''}`,
      );
    const rebuild = (reports: ReturnType<typeof report>[], parts: Parameters<typeof world>[0] = {}) => lines(reports, parts)[2];
    const array = (progress: number | null, member: object = {}) => ({
      ...{ uuid: 'u', state: 'clean', degraded: 1, syncAction: 'recover', syncProgressRatio: progress, syncSpeedBytesPerSecond: 1 },
      members: [{ legId: 'new', slot: 1, flags: ['spare'], errors: 0, badBlocks: 0, events: 1, ...member }],
    });
    const client = (observed: Parameters<typeof report<'attachment'>>[3]) => report('c1', 'attachment', 'a', observed);

    it('creates, exports, then rebuilds the leg', () => {
      expect(lines([])).toEqual(['create-leg running@t3', 'export-leg pending@t3', 'rebuild-leg pending@c1']);
      expect(lines([made])).toEqual(['create-leg done@t3', 'export-leg running@t3', 'rebuild-leg pending@c1']);
      expect(lines([made, exported()])).toEqual(['create-leg done@t3', 'export-leg done@t3', 'rebuild-leg running@c1']);
      expect(viewOf({ ...inUse, reports: [made, exported()] }).steps).toMatchObject([
        ...['create-leg', 'export-leg', 'rebuild-leg'].map((code) => ({ code, params: { leg: { id: 'new', name: '1' } } })),
      ]);
    });

    it('rebuilds through the exclusive attachment, also beside another one', () => {
      expect(lines([made], { attachments: [reader, held] })).toContain('rebuild-leg pending@c1');
      expect(lines([made], { attachments: [reader] })).toEqual(['create-leg done@t3', 'rebuild-leg waiting@null not-attached']);
    });

    it('takes the leg as exported only when its own namespace is enabled', () => {
      const other = { ...namespace, nsid: 4, legId: 'other' };
      expect(lines([made, exported({ enabled: false }, other)])[1]).toBe('export-leg running@t3');
      expect(lines([made, exported({ enabled: true }, { ...other, enabled: false })])[1]).toBe('export-leg done@t3');
      const failed = report('t3', 'export', 'a', {}, { state: 'failed', reason: { code: 'no', message: 'no' } });
      expect(lines([made, failed])[1]).toBe('export-leg failed@t3 no');
    });

    it('shows the progress of the rebuild in whole per cents, rounded down', () => {
      const progress = (ratio: number | null) =>
        viewOf({ ...inUse, reports: [made, exported(), client({ array: array(ratio) })] }).steps[2];
      expect(progress(0.4567)).toMatchObject({ state: 'running', nodeId: 'c1', reason: { code: 'copying', params: { percent: 45 } } });
      expect(progress(null)).toMatchObject({ state: 'running', reason: { code: 'copying', params: { percent: 0 } } });
    });

    it('shows why the agent of the client does not rebuild the leg', () => {
      const said = (legId: string) => ({ legId, anchor: false, reason: { code: 'bad-blocks', message: 'bad blocks' } });
      expect(rebuild([made, exported(), client({ legs: [said('new')] })])).toBe('rebuild-leg waiting@c1 bad-blocks');
      expect(rebuild([made, exported(), client({ legs: [said('leg-0')] })])).toBe('rebuild-leg running@c1');
      expect(rebuild([made, exported(), client({ legs: [said('new')], array: array(0.5) })])).toBe('rebuild-leg running@c1 copying');
    });

    it('takes reports of the rebuild from the client of that attachment only', () => {
      const reports = [made, exported(), report('c2', 'attachment', 'b', { array: array(0.9) }), client({ array: array(0.1) })];
      const { steps } = viewOf({ ...inUse, attachments: [reader, held], reports });
      expect(steps[2]).toMatchObject({ reason: { params: { percent: 10 } } });
    });

    it('waits for a client that is offline, whatever it reported last', () => {
      const lost = node('c1', { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
      const reports = [made, exported(), client({ array: array(0.5) })];
      expect(rebuild(reports, { nodes: [...nodes.slice(0, 3), lost] })).toBe('rebuild-leg waiting@c1 node-silent');
      expect(rebuild([made], { nodes: [...nodes.slice(0, 3), lost] })).toBe('rebuild-leg waiting@c1 node-silent');
    });

    it('has finished the rebuild while the array still holds the old leg', () => {
      const both = array(null, { flags: ['in_sync'] });
      const old = { legId: 'leg-1', slot: 1, flags: ['in_sync'], errors: 0, badBlocks: 0, events: 1 };
      const synced = legs.map((each) => (each.id === 'new' ? changed(each, { status: { inSync: true } }) : each));
      const reports = [made, client({ array: { ...both, syncAction: 'idle', members: [...both.members, old] } })];
      expect(rebuild(reports, { volume: volume({ legs: synced }) })).toBe('rebuild-leg done@c1');
    });
  });
});
