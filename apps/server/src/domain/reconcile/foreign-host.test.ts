import { expect, it } from 'vitest';
import { attachment, NOW, node, report, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';
import { fencedTargets, withForeignHostsOf } from './foreign-hosts.js';

const reason = { code: 'foreign-host', message: 'a host at 10.0.0.7 is connected' };
const attached = () => attachment({ status: { state: 'attached' } });
const foreign = () => report('t1', 'export', 'a', { present: true }, { reason });

it('reports on the attachment that a foreign host is connected to a target, with its address', () => {
  const [after] = advance(world({ attachments: [attached()], reports: [foreign()] })).attachments;
  expect(after?.status.conditions).toContainEqual(
    expect.objectContaining({ type: 'ForeignHost', status: 'true', message: 't1: a host at 10.0.0.7 is connected' }),
  );
});

it('sets ForeignHost to false when the host is gone, and omits it if there never was one', () => {
  const [before] = advance(world({ attachments: [attached()], reports: [foreign()] })).attachments;
  const [after] = advance(
    world({ attachments: [before ?? expect.fail()], reports: [report('t1', 'export', 'a', { present: true })] }),
  ).attachments;
  expect(after?.status.conditions).toContainEqual(expect.objectContaining({ type: 'ForeignHost', status: 'false', reason: 'gone' }));
  const [never] = advance(world({ attachments: [attached()], reports: [report('t1', 'export', 'a', { present: true })] })).attachments;
  expect(never?.status.conditions.map(({ type }) => type)).not.toContain('ForeignHost');
});

it('names on the volume the client whose attachment a foreign host uses, and a fenced export', () => {
  const fenced = report('t1', 'export', 'a', { present: false }, { reason: { ...reason, code: 'foreign-host-fenced' } });
  const after = (reports: NonNullable<Parameters<typeof world>[0]>['reports'] & object) =>
    advance(world({ attachments: [attached()], reports })).volume.status.conditions;
  const found = (code: string, client = 'c1') =>
    expect.objectContaining({
      ...{ type: 'ForeignHost', status: 'true', reason: code },
      message: `attachment of ${client}: t1: a host at 10.0.0.7 is connected`,
    });
  expect(after([foreign()])).toContainEqual(found('foreign-host'));
  expect(after([fenced])).toContainEqual(found('foreign-host-fenced'));
  expect(after([]).map(({ type }) => type)).not.toContain('ForeignHost');

  const others = { spec: { mode: 'readonly' }, status: { state: 'attached' } } as const;
  const two = world({
    nodes: ['t1', 't2', 'c1', 'c2'].map((name) => node(name)),
    attachments: [attachment(others), attachment({ ...others, _id: 'b', nodeId: 'c2', nodeName: 'c2' })],
    reports: [report('t1', 'export', 'b', { present: true }, { reason })],
  });
  expect(advance(two).volume.status.conditions).toContainEqual(found('foreign-host', 'c2'));
});

it('reports a fenced export before exports that are not fenced', () => {
  const reported = (...codes: string[]) =>
    advance(
      world({
        attachments: [attachment()],
        reports: codes.map((code, at) => report(`t${at + 1}`, 'export', 'a', {}, { reason: { ...reason, code } })),
      }),
    ).attachments[0]?.status.conditions.find(({ type }) => type === 'ForeignHost')?.reason;
  expect(reported('foreign-host', 'foreign-host-fenced')).toBe('foreign-host-fenced');
  expect(reported('foreign-host-fenced', 'foreign-host')).toBe('foreign-host-fenced');
  expect(reported('foreign-host', 'foreign-host')).toBe('foreign-host');
});

it('takes over to the volume only conditions about foreign hosts that hold now', () => {
  const condition = { since: NOW.toISOString(), message: 'm', reason: 'foreign-host' };
  const hosts = (type: string, status: 'true' | 'false') =>
    withForeignHostsOf([attachment({ status: { conditions: [{ ...condition, type, status }] } })], NOW, []).map((each) => each.type);
  expect(hosts('ForeignHost', 'true')).toEqual(['ForeignHost']);
  expect([hosts('ForeignHost', 'false'), hosts('Available', 'true')]).toEqual([[], []]);
});

it('lists the targets that fence the export of this attachment, by their own reports only', () => {
  const fenced = { reason: { ...reason, code: 'foreign-host-fenced' } };
  const reports = [
    ...[report('t1', 'export', 'a', {}, fenced), report('t2', 'export', 'a', {}, { reason }), report('t3', 'export', 'b', {}, fenced)],
    ...[report('c1', 'attachment', 'a', {}, fenced), report('t4', 'export', 'a')],
  ];
  expect(fencedTargets(reports, 'a')).toEqual(new Set(['t1']));
});
