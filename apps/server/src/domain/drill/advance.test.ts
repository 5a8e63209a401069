import type { DrillNews } from '@weft/shared/messages/drill-orders';
import { describe, expect, it } from 'vitest';
import type { DrillDocument } from '../documents/drill.document.js';
import { NOW } from '../world/worlds.fixture.js';
import { advance, SETTLE_SECONDS, WHOLE_WITHIN_SECONDS } from './advance.js';
import { drillNode, drillWorld, someDrill, wholeVolume } from './drill.fixture.js';
import { drillJobView } from './drill-job-view.js';
import { afterNews } from './order-news.js';
import { reportOf } from './report.js';

const at = (seconds: number) => ({ now: new Date(NOW.getTime() + seconds * 1000) });
const degraded = { volumes: [wholeVolume({ status: { health: 'degraded' } })] };
let worlds = 0;
const worldAt = (seconds: number, change: Parameters<typeof drillWorld>[0] = {}) => {
  const prefix = ++worlds;
  return { ...drillWorld({ ...at(seconds), ...change }), newId: () => `order-${prefix}` };
};
const order = (drill: DrillDocument, task: 'load' | 'fault') => drill.orders.find((each) => each.task === task);
/** The node of an order says this of it. */
function told(
  drill: DrillDocument,
  task: 'load' | 'fault',
  news: object,
  attempt = 'one',
  result: DrillDocument['result'] = null,
): DrillDocument {
  const found = order(drill, task);
  return afterNews(drill, found?.node.id ?? '', { id: found?.id ?? '', attempt, ...news } as DrillNews, result);
}
const running = { state: 'running', isInForce: true };
const measured = { longestSeconds: 0.4, ios: 5000, errors: 0 };

const loaded = (change: Partial<DrillDocument> = {}) => told(advance(someDrill(change), worldAt(0)), 'load', running);
const ordered = (change: Partial<DrillDocument> = {}) => advance(loaded(change), worldAt(SETTLE_SECONDS));
const inForce = () => advance(told(ordered(), 'fault', running), worldAt(6, degraded));
const lifted = () => advance(told(inForce(), 'fault', { state: 'done', result: null }), worldAt(26, degraded));
const done = () => {
  const measuring = told(lifted(), 'load', { state: 'done', result: null }, 'one', measured);
  return advance(measuring, worldAt(31));
};

describe('advance', () => {
  it('starts the load alone, and orders the fault when it has settled', () => {
    const begun = advance(someDrill(), worldAt(0));
    expect(begun.orders).toMatchObject([{ task: 'load', node: { id: 'c1' }, seconds: 40 }]);
    expect(advance(begun, worldAt(20))).toBe(begun);
    expect(advance(loaded(), worldAt(SETTLE_SECONDS - 1)).orders).toHaveLength(1);
    expect(ordered()).toMatchObject({ phase: 'fault', orders: [{ task: 'load' }, { task: 'fault', node: { id: 'c1' }, seconds: 20 }] });
  });

  it('checks everything again right before the fault', () => {
    const refused = advance(loaded(), worldAt(SETTLE_SECONDS, degraded));
    expect(refused).toMatchObject({ state: 'failed', orders: [], claim: null, error: { code: 'drill-refused-now' }, faultAt: null });
  });

  it('goes through fault and healing, and reports the times and the stall', () => {
    expect(inForce()).toMatchObject({ faultAt: at(6).now, shownAt: at(6).now });
    expect(lifted()).toMatchObject({ phase: 'healing', liftedAt: at(26).now, wholeAt: null });
    expect(done()).toMatchObject({ state: 'done', wholeAt: at(31).now, claim: null, orders: [], finishedAt: at(31).now });
    expect(reportOf(done())).toEqual({
      longestStallSeconds: 0.4,
      stallLimitSeconds: 1,
      withinLimit: true,
      ios: 5000,
      errors: 0,
      shownSeconds: 0,
      wholeSeconds: 5,
    });
    expect(drillJobView(done()).steps.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  it('runs without a load, and measures nothing then', () => {
    const request = { ...someDrill().request, load: false };
    const begun = advance(someDrill({ request }), worldAt(0));
    expect(begun.orders).toEqual([]);
    const fault = advance(begun, worldAt(SETTLE_SECONDS));
    expect(fault.orders).toMatchObject([{ task: 'fault' }]);
    const end = advance(
      told(advance(told(fault, 'fault', running), worldAt(6, degraded)), 'fault', { state: 'done', result: null }),
      worldAt(26, degraded),
    );
    expect(reportOf(advance(end, worldAt(32)))).toMatchObject({ errors: null, longestStallSeconds: null, withinLimit: null });
    expect(advance(end, worldAt(32))).toMatchObject({ state: 'done' });
  });

  it('does not take a state of before the end of the fault for whole', () => {
    const unseen = { ...lifted(), shownAt: null };
    expect(advance(unseen, worldAt(27)).wholeAt).toBeNull();
    expect(advance(unseen, worldAt(31)).wholeAt).not.toBeNull();
  });

  it('ends at the first I/O error, with no order open', () => {
    const broken = told(inForce(), 'load', { state: 'failed', reason: { code: 'command-failed', message: 'Input/output error' } });
    const end = advance(broken, worldAt(8, degraded));
    expect(end).toMatchObject({ state: 'failed', orders: [], error: { messageCode: 'drill-io-error' }, liftedAt: at(8).now });
    expect(reportOf(end)).toMatchObject({ errors: 1, withinLimit: false });
  });

  it('fails with the reason of the host when the load never ran', () => {
    const reason = { code: 'benchmark-volume-holds-data', message: 'db holds data' };
    const refused = told(advance(someDrill(), worldAt(0)), 'load', { state: 'failed', reason });
    expect(advance(refused, worldAt(1))).toMatchObject({ state: 'failed', error: reason });
  });

  it.each([
    [
      'the agent refuses or ends the fault',
      () => told(inForce(), 'fault', { state: 'failed', reason: { code: 'drill-danger', message: '' } }),
      {},
      'drill-danger',
    ],
    ['other work begins', inForce, { work: ['volume.repair of db'] }, 'drill-interrupted'],
    ['a maintenance begins', inForce, { nodes: new Map([['c1', drillNode('c1', { inMaintenance: true })]]) }, 'drill-interrupted'],
    ['the volume is detached', inForce, { attachments: [] }, 'drill-volume-gone'],
    ['the load starts again: its agent restarted', () => told(inForce(), 'load', running, 'two'), {}, 'drill-client-restarted'],
  ])('fails when %s', (_, drill, change, code) => {
    expect(advance(drill(), worldAt(9, change))).toMatchObject({ state: 'failed', orders: [], error: { code } });
  });

  it('fails when an order is late, or not everything becomes whole', () => {
    expect(advance(inForce(), worldAt(5 + 20 + 61))).toMatchObject({ error: { code: 'drill-fault-late' } });
    const measuring = told(lifted(), 'load', { state: 'done', result: null }, 'one', measured);
    const late = advance(measuring, worldAt(26 + WHOLE_WITHIN_SECONDS + 1, degraded));
    expect(late).toMatchObject({ state: 'failed', error: { code: 'drill-never-whole' } });
  });

  it('takes the report of the next agent process for the end of a killed one', () => {
    const killing = someDrill({
      kind: 'kill-agent',
      place: { node: { id: 't1', name: 't1' }, storageNetwork: null, fault: { kind: 'kill-agent' } },
    });
    const fault = advance(told(advance(killing, worldAt(0)), 'load', running), worldAt(SETTLE_SECONDS));
    const begun = advance(told(fault, 'fault', { state: 'running', isInForce: false }), worldAt(6));
    expect(begun).toMatchObject({ faultAt: at(6).now, shownAt: null });
    const offline = { nodes: new Map([['t1', drillNode('t1', { isOnline: false })]]) };
    expect(advance(begun, worldAt(7, offline)).shownAt).toEqual(at(7).now);
    expect(advance(told(begun, 'fault', { state: 'done', result: null }, 'two'), worldAt(9))).toMatchObject({ phase: 'healing' });
  });

  it('is cancelled in each phase, and removes its scratch volume before the claim is released', () => {
    const scratchVolume = { name: 'bench-1', node: { id: 'c1', name: 'c1' } };
    const cancelled = advance({ ...inForce(), scratchVolume, cancelledBy: 'vera' }, worldAt(9));
    expect(cancelled).toMatchObject({ state: 'removing', endsAs: 'cancelled', orders: [], claim: 'cluster', finishedAt: null });
    expect(advance({ ...someDrill({ state: 'preparing' }), cancelledBy: 'vera' }, worldAt(9))).toMatchObject({
      state: 'cancelled',
      claim: null,
    });
  });

  it('ignores news of another node, and of an order that has ended', () => {
    const drill = loaded();
    const { id } = order(drill, 'load') ?? { id: '' };
    expect(afterNews(drill, 'c9', { id, attempt: 'one', state: 'done', result: null }, measured)).toBe(drill);
    const ended = told(drill, 'load', { state: 'done', result: null }, 'one', measured);
    expect(told(ended, 'load', running)).toBe(ended);
  });
});
