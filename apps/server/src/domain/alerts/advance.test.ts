import { CLOCK_SKEWED } from '@weft/shared/kinds/condition-types';
import { describe, expect, it } from 'vitest';
import { alertTexts } from './alert-text.js';
import { after, attachment, Evaluation, node, silence, T0, volume, world } from './worlds.fixture.js';

const lost = node('t1', { connection: 'lost' });
const notified = (notices: ReturnType<Evaluation['look']>) => notices.map(({ alert, event }) => [alert.rule, event]);

describe('the life of an alert', () => {
  it('is pending for the time of its rule, then fires once, and resolves after the condition has been away for a while', () => {
    const of = new Evaluation();
    expect(of.look(world({ nodes: [lost] }))).toEqual([]);
    expect(of.alerts).toMatchObject([{ rule: 'WeftNodeSilent', state: 'pending', startedAt: T0, firedAt: null }]);
    expect(of.look(world({ nodes: [lost], now: after(55) }))).toEqual([]);
    expect(notified(of.look(world({ nodes: [lost], now: after(60) })))).toEqual([['WeftNodeSilent', 'firing']]);
    expect(notified(of.look(world({ nodes: [lost], now: after(600) })))).toEqual([]);
    expect(notified(of.look(world({ nodes: [node('t1')], now: after(610) })))).toEqual([]);
    expect(of.alerts).toMatchObject([{ state: 'firing', clearedAt: after(610) }]);
    expect(notified(of.look(world({ nodes: [node('t1')], now: after(670) })))).toEqual([['WeftNodeSilent', 'resolved']]);
    expect(of.alerts).toMatchObject([{ state: 'resolved', open: false, resolvedAt: after(670) }]);
    expect(notified(of.look(world({ nodes: [node('t1')], now: after(680) })))).toEqual([]);
  });

  it('leaves no alert for a condition that ends before it fires', () => {
    const of = new Evaluation();
    of.look(world({ nodes: [lost] }));
    expect(of.look(world({ nodes: [node('t1')], now: after(30) }))).toEqual([]);
    expect(of.alerts).toEqual([]);
  });

  it('is one alert while the condition flaps', () => {
    const of = new Evaluation();
    const events = Array.from({ length: 40 }, (_, at) =>
      notified(of.look(world({ nodes: [at % 3 === 2 && at > 6 ? node('t1') : lost], now: after(at * 20) }))),
    ).flat();
    expect(events).toEqual([['WeftNodeSilent', 'firing']]);
    expect(of.alerts).toHaveLength(1);
  });

  it('gives the same alerts when another server continues from the stored ones', () => {
    const [one, two] = [new Evaluation(), new Evaluation()];
    one.look(world({ nodes: [lost] }));
    two.alerts = structuredClone(one.alerts);
    expect(notified(two.look(world({ nodes: [lost], now: after(60) })))).toEqual([['WeftNodeSilent', 'firing']]);
    const three = new Evaluation();
    three.alerts = structuredClone(two.alerts);
    expect(three.look(world({ nodes: [lost], now: after(65) }))).toEqual([]);
  });

  it('does not change a stored alert that stays the same, and raises the revision of one that changes', () => {
    const of = new Evaluation();
    of.look(world({ nodes: [lost] }));
    const [before] = of.alerts;
    of.look(world({ nodes: [lost], now: after(10) }));
    expect(of.alerts[0]).toBe(before);
    of.look(world({ nodes: [lost], now: after(60) }));
    expect(of.alerts[0]?.revision).toBe((before?.revision ?? 0) + 1);
  });

  it('keeps the alert of a volume while its health is unknown', () => {
    const of = new Evaluation();
    of.look(world({ volumes: [volume('db', 'unavailable', 't1')] }));
    of.look(world({ volumes: [volume('db', 'unavailable', 't1')], now: after(30) }));
    of.look(world({ volumes: [volume('db', 'unknown', 't1')], now: after(900) }));
    expect(of.of('WeftVolumeUnavailable')).toMatchObject([{ state: 'firing', clearedAt: null }]);
  });
});

describe('causes', () => {
  const volumes = Array.from({ length: 1000 }, (_, at) => volume(`v${at}`, 'degraded', 't1'));

  it('makes one alert of a lost target under a thousand volumes', () => {
    const of = new Evaluation();
    const events = [0, 60, 120, 180].flatMap((at) => notified(of.look(world({ nodes: [lost], volumes, now: after(at) }))));
    expect(events).toEqual([['WeftNodeSilent', 'firing']]);
    const [cause, consequence] = [of.of('WeftNodeSilent')[0], of.of('WeftVolumeDegraded')[0]];
    expect(of.alerts).toHaveLength(2);
    expect(cause).toMatchObject({ consequenceCount: 1, causedBy: null });
    expect(consequence).toMatchObject({ state: 'firing', subjectCount: 1000, causedBy: { id: cause?._id }, notified: null });
    if (!consequence) throw new Error('no consequence');
    expect(alertTexts(consequence).summary).toBe('Volume v0 is degraded. The same holds for 999 more volumes; the cause is node t1.');
  });

  it('fires a pending cause at once when a consequence fires, with the severity of the consequence', () => {
    const of = new Evaluation();
    const stalled = [volume('db', 'stalled', 't1')];
    of.look(world({ nodes: [lost], volumes: stalled }));
    const notices = of.look(world({ nodes: [lost], volumes: stalled, now: after(30) }));
    expect(notified(notices)).toEqual([['WeftNodeSilent', 'firing']]);
    expect(notices[0]?.alert).toMatchObject({ severity: 'critical', labels: { severity: 'critical', zone: 'z1', node: 't1' } });
  });

  it('is told as it is stored: with the time and revision of its change', () => {
    const of = new Evaluation();
    for (const at of [0, 60]) of.look(world({ nodes: [lost], now: after(at) }));
    of.look(world({ nodes: [node('t1')], now: after(70) }));
    const [notice] = of.look(world({ nodes: [node('t1')], now: after(130) }));
    expect(notice?.alert).toMatchObject({ state: 'resolved', resolvedAt: after(130), updatedAt: after(130) });
    expect(notice?.alert.revision).toBe(of.alerts[0]?.revision);
  });

  it('sends it once more when it becomes more serious', () => {
    const of = new Evaluation();
    of.look(world({ nodes: [lost] }));
    of.look(world({ nodes: [lost], now: after(60) }));
    const stalled = [volume('db', 'stalled', 't1')];
    of.look(world({ nodes: [lost], volumes: stalled, now: after(70) }));
    expect(notified(of.look(world({ nodes: [lost], volumes: stalled, now: after(100) })))).toEqual([['WeftNodeSilent', 'escalated']]);
    expect(notified(of.look(world({ nodes: [lost], now: after(300) })))).toEqual([]);
  });

  it('is an alert of its own when several nodes could be the cause', () => {
    const of = new Evaluation();
    const two = volume('db', 'degraded', 't1');
    const both = { ...two, unhealthyLegs: [...two.unhealthyLegs, ...volume('db', 'degraded', 't2').unhealthyLegs] };
    of.look(world({ nodes: [lost, node('t2', { connection: 'lost' })], volumes: [both] }));
    expect(of.of('WeftVolumeDegraded')).toMatchObject([{ subject: { kind: 'volume', id: 'db' }, causedBy: null }]);
  });

  it('stays the cause of its consequences until it resolves itself', () => {
    const of = new Evaluation();
    for (const at of [0, 60, 120]) of.look(world({ nodes: [lost], volumes, now: after(at) }));
    // Back, and its legs are not healthy yet.
    const back = { nodes: [node('t1')], volumes };
    expect(notified(of.look(world({ ...back, now: after(130) })))).toEqual([]);
    expect(of.of('WeftVolumeDegraded')).toMatchObject([{ causedBy: { rule: 'WeftNodeSilent' } }]);
    const healthy = { nodes: [node('t1')] };
    expect(notified(of.look(world({ ...healthy, now: after(140) })))).toEqual([]);
    expect(notified(of.look(world({ ...healthy, now: after(200) })))).toEqual([['WeftNodeSilent', 'resolved']]);
    expect(of.alerts.every(({ state }) => state === 'resolved')).toBe(true);
  });

  it('stays the cause of lost paths when the target is back and clients have not connected again yet', () => {
    const of = new Evaluation();
    const attachments = [attachment({ lostPaths: ['a', 'b'].map((network) => ({ target: { id: 't1', name: 't1' }, network })) })];
    for (const at of [0, 60]) of.look(world({ nodes: [lost], attachments, now: after(at) }));
    expect(of.of('WeftPathLost')).toMatchObject(['a', 'b'].map(() => ({ state: 'firing', causedBy: { rule: 'WeftNodeSilent' } })));
    const back = { nodes: [node('t1')], attachments };
    for (const at of [70, 90]) expect(notified(of.look(world({ ...back, now: after(at) })))).toEqual([]);
    expect(notified(of.look(world({ nodes: [node('t1')], now: after(100) })))).toEqual([]);
    expect(notified(of.look(world({ nodes: [node('t1')], now: after(160) })))).toEqual([['WeftNodeSilent', 'resolved']]);
  });

  it('is no alert that cannot explain it: a degraded volume is told although the clock of its target is wrong', () => {
    const of = new Evaluation();
    const skewed = { nodes: [node('t1', { conditions: [CLOCK_SKEWED] })], volumes: [volume('db', 'degraded', 't1')] };
    const events = [0, 60, 120, 300, 600].flatMap((at) => notified(of.look(world({ ...skewed, now: after(at) }))));
    expect(events).toContainEqual(['WeftVolumeDegraded', 'firing']);
    expect(of.of('WeftVolumeDegraded')).toMatchObject([{ causedBy: null }]);
  });

  it('leaves the consequence as an alert of its own when it outlasts the cause', () => {
    const of = new Evaluation();
    for (const at of [0, 60, 120]) of.look(world({ nodes: [lost], volumes, now: after(at) }));
    const back = { nodes: [node('t1')], volumes };
    of.look(world({ ...back, now: after(130) }));
    expect(notified(of.look(world({ ...back, now: after(190) })))).toEqual([
      ['WeftVolumeDegraded', 'firing'],
      ['WeftNodeSilent', 'resolved'],
    ]);
  });
});

describe('what people asked not to get', () => {
  it('sends the consequences of a silenced cause that the silence does not match', () => {
    const of = new Evaluation();
    const silences = [silence({ matchers: [{ label: 'rule', operator: '=', value: 'WeftNodeSilent' }] })];
    const volumes = [volume('db', 'unavailable', 't1')];
    of.look(world({ nodes: [lost], volumes }), silences);
    expect(notified(of.look(world({ nodes: [lost], volumes, now: after(30) }), silences))).toEqual([['WeftVolumeUnavailable', 'firing']]);
  });

  it('does not inhibit a volume that has trouble on a further node', () => {
    const of = new Evaluation();
    const [a, b] = [volume('db', 'degraded', 't1'), volume('db', 'degraded', 't2')];
    const both = { ...a, unhealthyLegs: [...a.unhealthyLegs, ...b.unhealthyLegs] };
    const nodes = [node('t1', { inMaintenance: true }), node('t2')];
    for (const at of [0, 60]) of.look(world({ nodes, volumes: [both], now: after(at) }));
    expect(notified(of.look(world({ nodes, volumes: [both], now: after(120) })))).toEqual([['WeftVolumeDegraded', 'firing']]);
  });

  it('shows a silenced alert without sending it, and sends it when the silence ends', () => {
    const of = new Evaluation();
    const silences = [silence({ matchers: [{ label: 'zone', operator: '=', value: 'z*' }], endsAt: after(100) })];
    of.look(world({ nodes: [lost] }), silences);
    expect(of.look(world({ nodes: [lost], now: after(60) }), silences)).toEqual([]);
    expect(of.alerts).toMatchObject([{ state: 'firing', silencedBy: [silences[0]?._id], notified: null }]);
    expect(notified(of.look(world({ nodes: [lost], now: after(100) }), silences))).toEqual([['WeftNodeSilent', 'firing']]);
  });

  it('inhibits the alerts of a node in maintenance until it ends', () => {
    const of = new Evaluation();
    const planned = node('t1', { connection: 'lost', inMaintenance: true });
    const volumes = [volume('db', 'degraded', 't1')];
    for (const at of [0, 60, 130]) expect(of.look(world({ nodes: [planned], volumes, now: after(at) }))).toEqual([]);
    expect(of.of('WeftNodeSilent')).toMatchObject([{ state: 'firing', inhibitedBy: { name: 't1' } }]);
    expect(notified(of.look(world({ nodes: [lost], volumes, now: after(140) })))).toEqual([['WeftNodeSilent', 'firing']]);
  });

  it('sends in maintenance that data are out of reach', () => {
    const of = new Evaluation();
    const planned = node('t1', { connection: 'lost', inMaintenance: true });
    const volumes = [volume('db', 'unavailable', 't1')];
    of.look(world({ nodes: [planned], volumes }));
    expect(notified(of.look(world({ nodes: [planned], volumes, now: after(30) })))).toEqual([['WeftNodeSilent', 'firing']]);
  });
});
