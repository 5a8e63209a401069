import { expect, it } from 'vitest';
import { attachment, node, report, world } from '../world/worlds.fixture.js';
import { advance } from './advance.js';

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
