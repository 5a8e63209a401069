import { describe, expect, it } from 'vitest';
import { changed } from './documents/parts.js';
import { foreignChanges } from './one-writer.js';
import { advance } from './reconcile/advance.js';
import { discarded } from './requests/accept-loss.js';
import { deletedVolume } from './requests/delete-volume.js';
import type { Slice } from './store/slice.js';
import { attachment, leg, obsolete, report, volume, world } from './world/worlds.fixture.js';

const before: Slice = { volume: volume(), attachments: [attachment()] };

describe('foreignChanges', () => {
  it('names fields of the status that a request changes, and of the spec that a reconciler changes', () => {
    const [first, second] = attachment().exports;
    const after: Slice = {
      volume: volume({
        legs: [leg(0, 't1', { spec: { epoch: 2 }, status: { health: 'missing' } }), leg(1, 't2')],
        array: { spec: { uuid: 'other', dataOffsetBytes: 1 }, status: { created: false } },
        spec: { lastTenure: 7 },
        status: { health: 'degraded' },
      }),
      attachments: [
        attachment({
          exports: [first, second].flatMap((each) => (each ? [changed(each, { spec: { portals: [] }, status: { gone: true } })] : [])),
          spec: { mode: 'shared' },
          status: { fenced: true },
        }),
      ],
    };
    expect(foreignChanges('request', before, after)).toEqual([
      ...['attachment.status.fenced', 'export.status.gone', 'leg.status.health', 'volume.status.health'],
    ]);
    expect(foreignChanges('reconciler', before, after)).toEqual([
      ...['array.spec.dataOffsetBytes', 'array.spec.uuid', 'attachment.spec.mode', 'export.spec.portals', 'leg.spec.epoch'],
      'volume.spec.lastTenure',
    ]);
  });

  it('ignores new parts, removed parts and the shared fields', () => {
    expect(foreignChanges('request', { volume: null, attachments: [] }, before)).toEqual([]);
    expect(foreignChanges('reconciler', before, { volume: null, attachments: [] })).toEqual([]);
    const grown = { volume: volume({ spec: { sizeBytes: 1 } }), attachments: [] };
    expect(foreignChanges('reconciler', before, grown)).toEqual([]);
  });

  it('finds none in a delete, a discard and a step of the reconciler', () => {
    const kept = volume({ obsoleteLegs: [obsolete(leg(1, 't9', { id: 'kept' }), 'loss-accepted')] });
    const of = (next: typeof kept): Slice => ({ volume: next, attachments: [] });
    expect(foreignChanges('request', of(kept), of(deletedVolume(kept, [])))).toEqual([]);
    expect(foreignChanges('request', of(kept), of(discarded(kept, ['kept']).after))).toEqual([]);
    const now = world({ reports: [report('c1', 'attachment', 'a')] });
    const next = advance(now);
    expect(foreignChanges('reconciler', now, next)).toEqual([]);
  });
});
