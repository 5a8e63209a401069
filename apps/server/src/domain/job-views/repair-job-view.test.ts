import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import { said } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
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
    expect(viewOf({ volume: volume({ legs }) })).toMatchObject({
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

  it('names the pending and the running step of a rebuild', () => {
    const { exports, ...rest } = attachment();
    const [first] = exports;
    if (!first) throw new Error('the example has an export');
    const to = { ...first, nodeId: 't3', nodeName: 't3', spec: { ...first.spec, namespaces: [{ nsid: 3, legId: 'new' }] } };
    expect(viewOf({ volume: volume({ legs }), attachments: [{ ...rest, exports: [...exports, to] }] })).toMatchObject({
      state: 'running',
      steps: [
        { code: 'create-leg' },
        { code: 'export-leg', state: 'running', nodeId: 't3' },
        { code: 'rebuild-leg', state: 'pending', nodeId: 'c1' },
      ],
    });
  });
});
