import { describe, expect, test } from 'vitest';
import { attachment, leg, volume } from '../world/worlds.fixture.js';
import { effectsOf, type Loss, toDependent } from './effects.js';
import { repairSpace } from './repair-space.js';

const never = () => false;
const node = (id: string): Loss => ({ permanent: false, leg: (each) => each.nodeId === id, path: never });
const drive = (id: string): Loss => ({ permanent: true, leg: (each) => each.driveId === id, path: never });
const network = (name: string): Loss => ({ permanent: false, leg: never, path: (_, __, portal) => portal.storageNetwork === name });
const plain = volume({ array: null, spec: { ...volume().spec, protection: 'raid0' } });
const effect = (loss: Loss, of = volume(), attachments = [attachment()]) => effectsOf(loss, [of], attachments).map((each) => each.effect);

describe('effectsOf', () => {
  test('reports degraded if an in-sync leg remains, else stalled (node loss) or lost (drive loss)', () => {
    const stale = volume({ legs: [leg(0, 't1'), leg(1, 't2', { status: { inSync: false } })] });
    expect([effect(node('t1')), effect(node('t1'), stale), effect(drive('drive-t1'), stale)]).toEqual([
      ['degraded'],
      ['stalled'],
      ['lost'],
    ]);
    expect(effect(drive('drive-t2'), stale)).toEqual(['degraded']);
  });

  test('reports stalled, not degraded or lost, if the remaining in-sync leg is unreachable', () => {
    const away = (loss: Loss) => effectsOf(loss, [volume()], [], (each) => each.nodeId === 't2').map((each) => each.effect);
    expect([away(node('t1')), away(drive('drive-t1')), away(node('t2'))]).toEqual([['stalled'], ['stalled'], ['degraded']]);
  });

  test('of three halves reports degraded as long as one in sync remains', () => {
    const three = (...stale: number[]) =>
      volume({
        spec: { ...volume().spec, copies: 3 },
        legs: [0, 1, 2].map((index) => leg(index, `t${index + 1}`, { status: { inSync: !stale.includes(index) } })),
      });
    expect([effect(node('t1'), three()), effect(node('t1'), three(1)), effect(node('t1'), three(1, 2))]).toEqual([
      ['degraded'],
      ['degraded'],
      ['stalled'],
    ]);
  });

  test('reports a raid0 volume stalled (node loss) or lost (drive loss), and ignores other drives', () => {
    expect([effect(node('t1'), plain), effect(drive('drive-t1'), plain), effect(drive('other'), plain)]).toEqual([
      ['stalled'],
      ['lost'],
      [],
    ]);
  });

  test('reports fewer paths, or stalled if an attached volume loses its only network', () => {
    const { exports, ...rest } = attachment();
    const portal = { storageNetwork: 'b', address: '10.1.0.1', hostAddress: '10.1.0.9' };
    const both = {
      ...rest,
      exports: exports.map((each) => ({ ...each, spec: { ...each.spec, portals: [...each.spec.portals, portal] } })),
    };
    expect([effect(network('a'), volume(), [both]), effect(network('a')), effect(network('a'), volume(), [])]).toEqual([
      ['fewer-paths'],
      ['stalled'],
      [],
    ]);
  });
});

describe('toDependent', () => {
  const sent = (loss: Loss, of = volume(), attachments = [attachment()]) =>
    effectsOf(loss, [of], attachments).map((each) => toDependent(each));

  test('sends the effect as a message that refers to the volume and its legs', () => {
    const db = { kind: 'volume', id: 'v', name: 'db' };
    const legs = [
      { code: 'leg-on-node', params: { leg: { kind: 'leg', id: 'leg-0', name: '0' }, node: { kind: 'node', id: 't1', name: 't1' } } },
    ];
    expect(sent(node('t1'))).toMatchObject([
      { code: 'volume-degrades', params: { volume: db, legs }, message: 'db continues without leg 0 on t1' },
    ]);
  });

  test('has a sentence for each effect', () => {
    const { exports, ...rest } = attachment();
    const portal = { storageNetwork: 'b', address: '10.1.0.1', hostAddress: '10.1.0.9' };
    const both = {
      ...rest,
      exports: exports.map((each) => ({ ...each, spec: { ...each.spec, portals: [...each.spec.portals, portal] } })),
    };
    const [fewer, stalled, lost] = [sent(network('a'), volume(), [both]), sent(node('t1'), plain), sent(drive('drive-t1'), plain)];
    expect([...fewer, ...stalled, ...lost].map(({ message }) => message)).toEqual([
      'db keeps a path to every leg, but has fewer paths',
      'db stalls until leg 0 on t1 returns: no other reachable leg has its data',
      'db loses data: no other leg has the data of leg 0 on t1',
    ]);
  });
});

describe('repairSpace', () => {
  const candidate = (name: string, freeBytes: number) => ({
    driveId: `spare-${name}`,
    serial: name,
    nodeId: name,
    nodeName: name,
    failureDomain: name,
    numaNode: 0,
    freeBytes,
    capacityBytes: 2 ** 40,
  });
  const names = new Map([['class', 'fast']]);
  const ask = (...drives: ReturnType<typeof candidate>[]) => repairSpace(effectsOf(node('t1'), [volume()], []), () => drives, names);

  test('accepts free space only outside the failure domain of the remaining leg', () => {
    expect(ask(candidate('t3', 2 ** 31))).toMatchObject([{ neededBytes: 2 ** 30, legs: 1, placeableLegs: 1, enough: true }]);
    expect(ask(candidate('t2', 2 ** 31))).toMatchObject([{ availableBytes: 2 ** 31, placeableLegs: 0, enough: false }]);
  });

  test('reports too little space when it can place only one of two legs', () => {
    const two = [volume(), volume({ _id: 'w', name: 'log' })];
    const [need] = repairSpace(effectsOf(node('t1'), two, []), () => [candidate('t3', 1.5 * 2 ** 30)], names);
    expect(need).toMatchObject({ legs: 2, placeableLegs: 1, enough: false });
  });
});
