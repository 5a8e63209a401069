import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { attachment, NOW, volume } from '../world/worlds.fixture.js';
import { revoked } from './revoked.js';

const LATER = new Date('2026-02-02T00:00:00Z');
type Statements = Parameters<typeof revoked>[1];
const revoke = (before = attachment(), statements: Partial<Statements> = {}, of = volume(), settings = defaultSettings, now = NOW) =>
  revoked(before, { clientIsOff: false, targetsOff: [], ...statements }, { by: 'admin', inSyncKnown: true, settings, now }, of);
const target = (name: string, at = NOW) => ({ id: name, name, stated: { by: 'admin', at } });

describe('revoked (S3, S13)', () => {
  it('orders the client to release the volume, and keeps all exports until the fences', () => {
    expect(revoke(attachment({ generation: 7 }))).toEqual({
      generation: 8,
      exports: attachment().exports,
      spec: {
        desired: 'detached',
        revoked: {
          ...{ by: 'admin', at: NOW, clientIsOff: false, targetsOff: [], arrayUuid: 'u', released: false, inSyncKnown: true },
          givesUpAfterSeconds: expect.any(Number),
        },
      },
      status: { state: 'revoking' },
    });
  });

  it('waits for one and a half keep-alives, the fast I/O failure, and a second for md', () => {
    const waits = (keepAliveSeconds: number, fastIoFailSeconds: number) =>
      revoke(undefined, {}, volume(), { ...defaultSettings, keepAliveSeconds, fastIoFailSeconds }).spec.revoked?.givesUpAfterSeconds;
    expect([waits(4, 5), waits(5, 5), waits(10, 3)]).toEqual([12, 14, 19]);
  });

  it('fences at once after a clean detach, because the client has released the volume', () => {
    const before = (state: AttachmentDocument['status']['state']) => attachment({ spec: { desired: 'detached' }, status: { state } });
    expect(revoke(before('unexporting')).spec.revoked?.released).toBe(true);
    expect(revoke(before('detaching')).spec.revoked?.released).toBe(false);
  });

  it('records no array for a volume without one', () => {
    expect(revoke(undefined, {}, volume({ array: null })).spec.revoked?.arrayUuid).toBeNull();
  });

  it('leaves out the targets that are declared off, and no other', () => {
    const { spec, exports } = revoke(undefined, { targetsOff: ['t2', 'elsewhere'] });
    expect(spec.revoked?.targetsOff).toEqual([target('t2')]);
    expect(exports.map((each) => each.spec.leftOut)).toEqual([undefined, true]);
  });

  it('stays revoked when all legs are fenced already', () => {
    expect(revoke(attachment({ status: { fenced: true } })).status.state).toBe('revoked');
  });

  it('adds the statements of a repeated request, and withdraws none', () => {
    const again = (first: Partial<Statements>, second: Partial<Statements>) => {
      const before = attachment();
      const once: Changes<AttachmentDocument> = revoke(before, first);
      return revoke(changed(before, once), second, volume(), defaultSettings, LATER).spec.revoked;
    };
    expect(again({ clientIsOff: true, targetsOff: ['t1'] }, {})).toMatchObject({ at: NOW, clientIsOff: true, targetsOff: [target('t1')] });
    expect(again({}, { clientIsOff: true })).toMatchObject({ at: NOW, clientIsOff: true, targetsOff: [] });
    expect(again({ targetsOff: ['t1'] }, { targetsOff: ['t1', 't2'] })?.targetsOff).toEqual([target('t1'), target('t2', LATER)]);
    expect(again({}, {})?.clientIsOff).toBe(false);
  });
});
