import type { Message } from '@weft/shared/text/message';
import { volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { cordoned } from '../placement/placement.fixture.js';
import { leg, obsolete, volume } from '../world/worlds.fixture.js';
import { type Load, placesFor } from './replacement-drives.js';

const drive = (node: string, change: Partial<CandidateDrive> = {}): CandidateDrive => ({
  ...{ driveId: `${node}-1`, serial: `S-${node}`, nodeId: node, nodeName: node, failureDomain: node, numaNode: 0 },
  ...{ freeBytes: 100 * GiB, capacityBytes: 100 * GiB, ...change },
});
const copyOf = (name: string) => messageOf('leg-of-volume', { legIndex: 0, volume: volumeRef(name, name) });
const IDLE: Load = { nodes: new Map(), drives: new Map() };
const lost = leg(1, 't2', { status: { inSync: false, health: 'missing' } });
const mirror = volume({ legs: [leg(0, 't1'), lost] });

interface Given {
  of?: VolumeDocument;
  from?: LegDocument | null;
  load?: Load;
  leftOut?: Message[];
}
function places(drives: CandidateDrive[], { of = mirror, from = lost, load = IDLE, leftOut = [] }: Given = {}) {
  const source = of.legs[0] ?? expect.fail();
  const found = placesFor(of, { index: 1, leg: from, source }, { className: 'fast', drives, leftOut }, load);
  return { ids: found.places?.map(({ driveId }) => driveId), wait: found.wait };
}

describe('placesFor', () => {
  it('skips a drive that holds any leg of the volume, also one of an older epoch', () => {
    const kept = obsolete(leg(1, 't4', { id: 'kept' }), 'loss-accepted');
    const of = volume({ legs: [leg(0, 't1'), lost, leg(2, 't3')], obsoleteLegs: [kept] });
    const drives = [drive('t3', { driveId: 'drive-t3' }), drive('t4', { driveId: 'drive-t4' }), drive('t5')];
    expect(places(drives, { of }).ids).toEqual(['t5-1']);
  });

  it('skips drives without a failure domain, and those in the domain of the other mirror leg', () => {
    const drives = [drive('t3', { failureDomain: null }), drive('t4', { failureDomain: 't1' }), drive('t5')];
    expect(places(drives).ids).toEqual(['t5-1']);
    const twice = volume({ legs: [leg(0, 't1'), leg(0, 't4', { id: 'joining', spec: { role: 'joining' } }), lost] });
    expect(places([drive('t1'), drive('t4'), drive('t5')], { of: twice }).ids).toEqual(['t5-1']);
  });

  it('skips the domains of both other halves of a mirror with three copies', () => {
    const of = volume({ spec: { ...volume().spec, copies: 3 }, legs: [leg(0, 't1'), lost, leg(2, 't3')] });
    expect(places([drive('t1'), drive('t3'), drive('t4')], { of }).ids).toEqual(['t4-1']);
  });

  it('spreads only from the other leg of the same mirror set', () => {
    const of = volume({ legs: [leg(0, 't1'), lost, leg(2, 't3'), leg(3, 't4')] });
    expect(places([drive('t3'), drive('t4')], { of }).ids).toEqual(['t3-1', 't4-1']);
  });

  it('takes a drive with exactly the bytes that the leg needs, but none with a byte less', () => {
    expect(places([drive('t3', { freeBytes: GiB })]).ids).toEqual(['t3-1']);
    expect(places([drive('t3', { freeBytes: GiB - 1 })]).ids).toBeUndefined();
    expect(places([drive('t3', { freeBytes: GiB })], { from: leg(1, 't2', { spec: { sizeBytes: GiB + 1 } }) }).ids).toBeUndefined();
    expect(places([drive('t3', { freeBytes: GiB })], { from: null }).ids).toEqual(['t3-1']);
  });

  it('keeps a lost leg off its node, but not a healthy leg or one whose drive alone failed', () => {
    const said = (reason: string, type = 'Healthy') => ({ type, status: 'false' as const, reason, message: '', since: '' });
    const here = (from: LegDocument | null) => places([drive('t2')], { from }).ids;
    expect(here(lost)).toBeUndefined();
    expect(here({ ...lost, status: { ...lost.status, conditions: [said('node-silent')] } })).toBeUndefined();
    expect(here({ ...lost, status: { ...lost.status, conditions: [said('drive-gone', 'Other'), said('no-path')] } })).toBeUndefined();
    expect(here({ ...lost, status: { ...lost.status, conditions: [said('no-path', 'Other'), said('drive-gone')] } })).toEqual(['t2-1']);
    expect(here({ ...lost, status: { ...lost.status, health: 'healthy' } })).toEqual(['t2-1']);
    expect(here(null)).toEqual(['t2-1']);
  });

  it('puts nodes with the fewest legs of the volume first, then empty drives, then the lowest id', () => {
    const of = volume({ legs: [leg(0, 't1'), lost, leg(2, 't3'), leg(3, 't3', { driveId: 'c' }), leg(4, 't4')] });
    const drives = [
      drive('t3'),
      drive('t4'),
      drive('t5', { driveId: 'z', freeBytes: 10 * GiB, capacityBytes: 10 * GiB }),
      drive('t6', { driveId: 'b', freeBytes: 40 * GiB, capacityBytes: 80 * GiB }),
      drive('t7', { driveId: 'a', freeBytes: 5 * GiB, capacityBytes: 10 * GiB }),
    ];
    expect(places(drives, { of }).ids).toEqual(['z', 'a', 'b', 't4-1', 't3-1']);
    expect(places(drives.reverse(), { of }).ids).toEqual(['z', 'a', 'b', 't4-1', 't3-1']);
  });

  it('reports as a shortage that no drive is left, or how much space is missing', () => {
    expect(places([drive('t1')]).wait).toMatchObject({
      reason: 'insufficient-drives',
      message: 'leg 1 needs a drive with 1 GiB free: in class fast, outside of node t1, there is no drive without a leg of it',
    });
    const small = [drive('t3', { freeBytes: 1 }), drive('t4', { freeBytes: 7 })];
    expect(places(small).wait).toMatchObject({
      reason: 'insufficient-space',
      params: { legIndex: 1, neededBytes: GiB, drives: 2, freeBytes: 7, className: 'fast', otherDomains: ['t1'] },
    });
  });

  it('names the drives that were not counted', () => {
    expect(places([], { leftOut: [cordoned('t8'), cordoned('t9')] }).wait?.message).toMatch(
      /a leg of it\. Not counted: 1 cordoned \(S of t8\); 1 cordoned \(S of t9\)$/,
    );
  });

  it('names at most 4 of the rebuilds that it waits for', () => {
    const load = (copies: string[]): Load => ({ nodes: new Map(), drives: new Map([['t3-1', copies.map(copyOf)]]) });
    const waiting = (copies: string[]) => places([drive('t3')], { load: load(copies) }).wait?.waitingFor;
    expect(waiting(['d', 'b', 'c', 'a'])).toBe('the copies of leg 0 of a, leg 0 of b, leg 0 of c, leg 0 of d');
    expect(waiting(['f', 'd', 'b', 'c', 'a', 'e'])).toBe('the copies of leg 0 of a, leg 0 of b, leg 0 of c, leg 0 of d and 2 more');
  });

  it('lists busy drives and nodes once each, in a fixed order', () => {
    const both = ['v1', 'v2'].map(copyOf);
    const load: Load = { nodes: new Map([['t1', both]]), drives: new Map([['drive-t1', both]]) };
    expect(places([drive('t3')], { load }).wait?.busyIds).toEqual(['drive-t1', 't1']);
    const targets: Load = { nodes: new Map([['a-node', both]]), drives: new Map([['z-drive', both]]) };
    const drives = [drive('a-node', { driveId: 'z-drive' }), drive('a-node', { driveId: 'y-drive' })];
    expect(places(drives, { load: targets }).wait?.busyIds).toEqual(['a-node', 'z-drive']);
  });
});
