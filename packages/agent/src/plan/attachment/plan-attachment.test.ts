import { describe, expect, it } from 'vitest';
import { id } from '../../testing/example-cluster.js';
import { type ExampleMirror, exampleMirror, type MirrorChange } from '../../testing/example-mirror.js';
import { planAttachment } from './plan-attachment.js';

const WHOLE = [{}, {}, {}, {}];
const UNCONNECTED = WHOLE.map(() => ({ head: false, live: false, md: null }));

function plan(
  halves: Parameters<typeof exampleMirror>[0],
  change: MirrorChange = {},
  prepare: (mirror: ExampleMirror) => void = () => undefined,
) {
  const mirror = exampleMirror(halves, change);
  prepare(mirror);
  return planAttachment(mirror.attachment, mirror.world);
}
const ops = ({ steps }: ReturnType<typeof plan>) => steps.map(({ operation }) => operation.op);
const nothing = { running: null };
const without = ({ fast }: ExampleMirror) => void Object.assign(fast, { controllers: [] });

describe('planAttachment', () => {
  it('connects, and notes that it served the volume before it does (S3)', () => {
    const found = plan(UNCONNECTED, nothing, without);
    expect(ops(found)).toContain('connect');
    expect(found).toMatchObject({ before: [{ fact: 'served', served: { exclusive: 1 } }], after: [], otherwise: [] });
  });

  it('starts nothing after a restart when it is not to be restored by itself', () => {
    const only = (onlyBootId: string) =>
      plan(UNCONNECTED, nothing, (mirror) => {
        without(mirror);
        Object.assign(mirror.attachment, { onlyBootId });
      });
    expect(only('boot-0')).toMatchObject({ steps: [], before: [], status: { state: 'waiting', reason: { code: 'reattach-off' } } });
    expect(ops(only('boot-1'))).toContain('connect');
  });

  it('starts nothing while an earlier attachment of the volume has anything here (S3)', () => {
    const earlier = (change: object) => (mirror: ExampleMirror) => {
      const former = { ...mirror.attachment, desired: 'detached' as const };
      mirror.attachment.attachmentId = id('attachment', 2);
      mirror.world.content.attachments.push({ ...former, ...change });
    };
    expect(plan(WHOLE, nothing, earlier({}))).toMatchObject({
      ...{ steps: [], before: [], status: { state: 'waiting', reason: { code: 'previous-attachment' } } },
    });
    for (const other of [{ volumeId: id('volume', 2) }, { attachmentId: id('attachment', 2) }, { desired: 'attached' }])
      expect(plan(WHOLE, nothing, earlier(other)).status.reason?.code).not.toBe('previous-attachment');
  });

  it('notes what it serves while its array or its device is there, though nothing is to be done', () => {
    const waits = (halves: object[], change: MirrorChange) =>
      plan(halves, change, ({ attachment }) => void Object.assign(attachment, { onlyBootId: 'boot-0' })).before;
    expect(waits(WHOLE, {})).toMatchObject([{ fact: 'served' }]);
    expect(waits(WHOLE, { running: null, device: true })).toMatchObject([{ fact: 'served' }]);
    expect(waits(WHOLE, nothing)).toEqual([]);
  });

  it('reports who is in sync of an array that Weft started, not of another one (S11)', () => {
    expect(plan(WHOLE, { device: true }).status.observed.array?.members).toHaveLength(4);
    expect(plan([{}, { md: null }, {}, {}], { holders: [] }).status.observed.array).toBeNull();
  });

  it('takes apart what is to be detached', () => {
    const detached = plan(WHOLE, {}, ({ attachment }) => void Object.assign(attachment, { desired: 'detached' }));
    expect(ops(detached)).toContain('stop-array');
  });
});
