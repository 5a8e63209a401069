import { describe, expect, it } from 'vitest';
import type { JobDocument } from '../documents/job.document.js';
import { changed } from '../documents/parts.js';
import type { LegDocument } from '../documents/volume.document.js';
import { advance } from '../reconcile/advance.js';
import { attachment, job, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { epochJobView } from './epoch-job-view.js';

type Parts = NonNullable<Parameters<typeof world>[0]>;
const viewOf = (kind: JobDocument['kind'], subject: string, parts: Parts, steps: JobDocument['steps'] = []) => {
  const now = world(parts);
  const view = epochJobView({ ...job(kind, subject), steps }, now, advance(now));
  return {
    ...view,
    /** `code state@node why` */
    lines: view.steps.map(({ code, state, node: at, reason }) => `${code} ${state}@${at}${reason ? ` ${reason.code}` : ''}`),
    error: view.error && { code: view.error.code, params: view.error.params },
    waits: view.waitingFor.map(({ node: at, params }) => [at, params]),
  };
};
const toRemove = (of: LegDocument) => changed(of, { spec: { desired: 'absent' } });
const legRef = (index: number) => ({ kind: 'leg', id: `leg-${index}`, name: String(index) });
const nodeRef = (name: string) => ({ kind: 'node', id: name, name });
const cancelled = (params: object) => ({ state: 'failed', waitingFor: [], error: { code: 'cancelled', params } });
const refused = { state: 'failed' as const, reason: { code: 'drive-missing', message: 'not there' } };
const historyDoubt = {
  ...{ id: 'd', reason: 'other-content' as const, held: { historyId: null, generation: 9, hash: 'h' } },
  ...{ storedGeneration: 5, since: NOW },
};
const volumeRef = { kind: 'volume', id: 'v', name: 'db' };
const attachmentRef = { kind: 'attachment', id: 'a', name: 'db' };

describe('jobView of a volume', () => {
  const creating = volume({
    status: { state: 'creating' },
    legs: [0, 1].map((at) => leg(at, `t${at + 1}`, { status: { state: 'creating' } })),
  });
  const made = [report('t1', 'leg', 'leg-0'), report('t2', 'leg', 'leg-1')];

  it('has a step for each leg to create, and is done when the volume is available', () => {
    expect(viewOf('volume.create', 'v', { volume: creating, reports: made.slice(0, 1) })).toMatchObject({
      ...{ state: 'running', error: null, waits: [] },
      lines: ['create-leg done@t1', 'create-leg running@t2'],
      steps: [{ params: { leg: legRef(0) }, nodeId: 't1' }, { params: { leg: legRef(1) } }],
    });
    expect(viewOf('volume.create', 'v', { volume: creating, reports: made })).toMatchObject({
      ...{ state: 'done', waitingFor: [], error: null },
      lines: ['create-leg done@t1', 'create-leg done@t2'],
    });
  });

  it('waits for a leg that failed or waits, and names its node and reason', () => {
    for (const state of ['failed', 'waiting'] as const)
      expect(
        viewOf('volume.create', 'v', {
          volume: creating,
          reports: [made[0] ?? expect.fail(), report('t2', 'leg', 'leg-1', {}, { ...refused, state })],
        }),
      ).toMatchObject({
        state: 'waiting',
        lines: ['create-leg done@t1', `create-leg ${state}@t2 drive-missing`],
        waits: [
          [
            't2',
            {
              step: { code: 'create-leg', params: { leg: legRef(1) } },
              node: nodeRef('t2'),
              ways: [{ code: state === 'failed' ? 'remove-cause' : 'see-message', params: { node: nodeRef('t2') } }],
            },
          ],
        ],
      });
  });

  it('names another node that blocks a step, as the way out', () => {
    const blocked = { state: 'waiting' as const, reason: { code: 'leg-missing', message: 'no leg', node: 't1' } };
    const { waits } = viewOf('volume.create', 'v', {
      volume: creating,
      reports: [made[0] ?? expect.fail(), report('t2', 'leg', 'leg-1', {}, blocked)],
    });
    expect(waits).toMatchObject([['t1', { node: nodeRef('t2'), ways: [{ code: 'see-message', params: { node: nodeRef('t1') } }] }]]);
    const unknown = { ...blocked, reason: { ...blocked.reason, node: 'elsewhere' } };
    const { waits: other } = viewOf('volume.create', 'v', { volume: creating, reports: [report('t1', 'leg', 'leg-0', {}, unknown)] });
    expect(other[0]?.[0]).toBe('elsewhere');
    expect(other[0]?.[1]).toMatchObject({ node: nodeRef('t1'), ways: [{ code: 'see-message' }] });
    expect((other[0]?.[1] as { ways?: object } | undefined)?.ways).toEqual([{ code: 'see-message', params: {} }]);
  });

  it('waits for a node that no longer exists, by the name that the leg has', () => {
    const { waits } = viewOf('volume.create', 'v', { volume: creating, nodes: [node('t2'), node('c1')] });
    expect(waits).toMatchObject([
      ['t1', { reason: { code: 'node-never-connected' }, ways: [{ code: 'reconnect-agent', params: { node: nodeRef('t1') } }] }],
    ]);
  });

  it('waits for an offline node, and for a node whose history is in doubt (S10, S14)', () => {
    const lost = node('t1', { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
    const nodes = [lost, node('t2', { status: { historyDoubt } }), node('c1')];
    expect(viewOf('volume.create', 'v', { volume: creating, nodes })).toMatchObject({
      state: 'waiting',
      lines: ['create-leg waiting@t1 node-silent', 'create-leg waiting@t2 history-unknown'],
      waits: [
        [
          't1',
          {
            reason: { code: 'node-silent', params: { node: nodeRef('t1') } },
            ways: [{ code: 'reconnect-agent', params: { node: nodeRef('t1') } }],
          },
        ],
        [
          't2',
          {
            reason: { code: 'node-without-orders', params: { node: nodeRef('t2') } },
            ways: [{ code: 'accept-history', params: { node: nodeRef('t2') } }],
          },
        ],
      ],
    });
  });

  it('waits without a reason of the agent too', () => {
    const silent = report('t1', 'leg', 'leg-0', {}, { state: 'failed', reason: null });
    expect(viewOf('volume.create', 'v', { volume: creating, reports: [silent] }).waits).toMatchObject([
      ['t1', { reason: { code: 'unexplained', params: { node: nodeRef('t1'), state: 'failed' } } }],
    ]);
  });

  it('fails a creation whose volume is being deleted', () => {
    const deleting = volume({ status: { state: 'deleting' }, legs: creating.legs.map(toRemove) });
    expect(viewOf('volume.create', 'v', { volume: deleting })).toMatchObject(cancelled({ volume: volumeRef, job: 'volume.create' }));
    expect(viewOf('volume.grow', 'v', { volume: deleting })).toMatchObject(cancelled({ volume: volumeRef, job: 'volume.grow' }));
  });

  it('has a step for each leg to remove, and is done with the last one', () => {
    const deleting = volume({ status: { state: 'deleting' }, legs: volume().legs.map(toRemove) });
    const gone = (at: number) => report(`t${at + 1}`, 'leg', `leg-${at}`, { present: false, wiped: false });
    expect(viewOf('volume.delete', 'v', { volume: deleting, reports: [gone(0)] })).toMatchObject({
      state: 'running',
      lines: ['remove-leg done@t1', 'remove-leg running@t2'],
      steps: [{ params: { leg: legRef(0) } }, {}],
    });
    expect(viewOf('volume.delete', 'v', { volume: deleting, reports: [gone(0), gone(1)] }).state).toBe('done');
  });
});

describe('jobView of an attachment', () => {
  const other = attachment({
    _id: 'b',
    nodeId: 'c2',
    nodeName: 'c2',
    spec: { desired: 'detached' },
    status: { state: 'unexporting' },
    exports: [],
  });
  /** An attachment that stays as it is. */
  const reader = attachment({ _id: 'b', nodeId: 'c2', nodeName: 'c2', spec: { mode: 'readonly' } });
  const attaching = attachment({ status: { state: 'attaching' } });
  const exported = (at: number, change: object = {}) => report(`t${at + 1}`, 'export', 'a', {}, change);

  it('exports the legs, then builds the device', () => {
    expect(
      viewOf('attachment.attach', 'a', { attachments: [reader, attaching], reports: [exported(0), exported(1, { state: 'working' })] }),
    ).toMatchObject({
      ...{ state: 'running', waits: [], error: null },
      lines: ['export-legs done@t1', 'export-legs running@t2', 'build-device running@c1'],
    });
    const gone = report('t1', 'export', 'a', { present: false });
    expect(viewOf('attachment.attach', 'a', { attachments: [attaching], reports: [gone] }).lines[0]).toBe('export-legs running@t1');
    const reports = [exported(0), exported(1), report('c1', 'attachment', 'a')];
    expect(viewOf('attachment.attach', 'a', { attachments: [attaching, other], reports })).toMatchObject({
      state: 'done',
      lines: ['export-legs done@t1', 'export-legs done@t2', 'build-device done@c1'],
    });
  });

  it('fails an attach whose attachment is gone or to be detached', () => {
    const failed = cancelled({ attachment: attachmentRef });
    expect(viewOf('attachment.attach', 'a', { attachments: [other] })).toMatchObject(failed);
    expect(
      viewOf('attachment.attach', 'a', { attachments: [attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } })] }),
    ).toMatchObject(failed);
  });

  const detaching = attachment({ spec: { desired: 'detached' }, status: { state: 'detaching' } });
  const removed = report('c1', 'attachment', 'a', { present: false, available: false });
  const unexporting = changed(detaching, {
    status: { state: 'unexporting' },
    exports: detaching.exports.map((each) => changed(each, { spec: { desired: 'absent' } })),
  });

  it('removes the device, then withdraws the exports', () => {
    const lines = (reports: Parts['reports'] = [], of = detaching) =>
      viewOf('attachment.detach', 'a', { attachments: [other, of], reports }).lines;
    const before = ['remove-device running@c1', 'withdraw-export pending@t1', 'withdraw-export pending@t2'];
    expect(lines()).toEqual(before);
    expect(lines([report('c1', 'attachment', 'a')])).toEqual(before);
    expect(lines([report('c1', 'attachment', 'a', { present: false }, { state: 'working' })])).toEqual(before);
    expect(lines([removed])[0]).toBe('remove-device done@c1');
    const withdrawn = report('t1', 'export', 'a', { present: false });
    expect(lines([withdrawn], unexporting)).toEqual([
      ...['remove-device done@c1', 'withdraw-export done@t1', 'withdraw-export running@t2'],
    ]);
  });

  it('is done when nothing is left, or when every target is left out or fenced', () => {
    const gone = [0, 1].map((at) => report(`t${at + 1}`, 'export', 'a', { present: false }));
    expect(viewOf('attachment.detach', 'a', { attachments: [other, unexporting], reports: gone }).state).toBe('done');
    const fenced = changed(unexporting, {
      status: { fenced: true },
      exports: unexporting.exports.map((each) => changed(each, { spec: { leftOut: true } })),
    });
    expect(viewOf('attachment.detach', 'a', { attachments: [reader, fenced] }).state).toBe('done');
    expect(viewOf('attachment.detach', 'a', { attachments: [changed(reader, { status: { fenced: true } }), unexporting] }).state).toBe(
      'running',
    );
    expect(viewOf('attachment.detach', 'a', { attachments: [other] })).toMatchObject({ state: 'done', waitingFor: [], error: null });
  });

  it('fails a detach that the client refuses, or that became a forced move', () => {
    const busy = { state: 'refused' as const, reason: { code: 'device-open', message: 'it is open' } };
    const reports = [report('c1', 'attachment', 'a', { open: true }, busy)];
    expect(viewOf('attachment.detach', 'a', { attachments: [detaching], reports })).toMatchObject({
      state: 'failed',
      error: { code: 'device-open' },
    });
    const revoked = { at: NOW, by: 'admin', reason: '', clientIsOff: false };
    const taken = changed(detaching, { spec: { revoked: revoked as never }, status: { state: 'revoking' } });
    expect(viewOf('attachment.detach', 'a', { attachments: [taken] })).toMatchObject(cancelled({ attachment: attachmentRef }));
  });

  it('leaves other jobs as they are', () => {
    const given = { ...job('drive.take', 'd'), steps: [] };
    const now = world({});
    expect(epochJobView(given, now, advance(now))).toBe(given);
  });
});
