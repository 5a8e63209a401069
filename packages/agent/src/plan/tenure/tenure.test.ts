import { describe, expect, it } from 'vitest';
import { applyFact, NO_FACTS } from '../../ledger/facts.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { drive, legVolume, operations, slowWith, UP, world } from '../../testing/example-world.js';
import { planAttachment } from '../attachment/plan-attachment.js';
import { planExport } from '../target/plan-export.js';
import { noteServed, supersededBy } from './tenure.js';

const attachment = (mode: 'exclusive' | 'shared' | 'readonly', tenure: number) => ({
  attachmentId: id('attachment', 1),
  volumeId: id('volume', 1),
  volumeName: 'orders',
  mode,
  tenure,
});
const after = (...served: ReturnType<typeof attachment>[]) =>
  served.reduce((facts, each) => noteServed(each, facts).reduce(applyFact, facts), NO_FACTS);

describe('supersededBy', () => {
  it('refuses an exclusive attachment once any later one was served (S3)', () => {
    for (const mode of ['exclusive', 'shared', 'readonly'] as const)
      expect(supersededBy(attachment('exclusive', 5), after(attachment(mode, 6)))).toMatchObject({ code: 'earlier-attachment' });
  });

  it('accepts the same attachment again, and every later one', () => {
    const facts = after(attachment('exclusive', 5), attachment('exclusive', 6));
    expect(supersededBy(attachment('exclusive', 6), facts)).toBeUndefined();
    expect(supersededBy(attachment('exclusive', 7), facts)).toBeUndefined();
  });

  it('accepts an earlier shared or read-only attachment beside a later one of its mode', () => {
    for (const mode of ['shared', 'readonly'] as const)
      expect(supersededBy(attachment(mode, 5), after(attachment(mode, 6)))).toBeUndefined();
    expect(supersededBy(attachment('readonly', 5), after(attachment('exclusive', 6)))).toBeDefined();
  });

  it('neither refuses nor stores an attachment without a tenure', () => {
    expect(supersededBy(attachment('exclusive', 0), after(attachment('exclusive', 6)))).toBeUndefined();
    expect(noteServed(attachment('exclusive', 0), NO_FACTS)).toEqual([]);
  });
});

describe('planExport and planAttachment on a node that has served an attachment', () => {
  const facts = after(attachment('exclusive', 6));

  it('does not export an earlier attachment again (S3)', () => {
    const content = contentFor(1, { ...UP, tenure: 5 });
    const plan = planExport(content.exports[0] ?? expect.fail(), world(content, { facts, slow: slowWith([drive()], [legVolume(0)]) }));
    expect(plan).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'earlier-attachment' } } });
  });

  it('does not start an earlier attachment again on a client (S3)', () => {
    const content = contentFor(CLIENT, { ...UP, tenure: 5 });
    const plan = planAttachment(content.attachments[0] ?? expect.fail(), world(content, { facts }));
    expect(plan).toMatchObject({ steps: [], status: { state: 'failed', reason: { code: 'earlier-attachment' } } });
  });

  it('stores an attachment as served before it enables a leg or connects', () => {
    const served = [{ fact: 'served', volumeId: id('volume', 1), served: { exclusive: 7, shared: 0, readonly: 0 } }];
    const [target, client] = [contentFor(1, { ...UP, tenure: 7 }), contentFor(CLIENT, { ...UP, tenure: 7 })];
    const exported = planExport(target.exports[0] ?? expect.fail(), world(target, { facts, slow: slowWith([drive()], [legVolume(0)]) }));
    expect(operations(exported)).toContain('enable-namespace');
    expect(exported.before).toEqual(served);
    expect(planAttachment(client.attachments[0] ?? expect.fail(), world(client, { facts })).before).toEqual(served);
  });
});
