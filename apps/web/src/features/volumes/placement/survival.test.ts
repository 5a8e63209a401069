import type { FailureDomain, Protection } from '@weft/shared/kinds/volume';
import { describe, expect, it } from 'vitest';
import { survivalsOf } from './survival.js';

/** Each place is `node/drive` or `node/drive/domain`. */
const legs = (...places: string[]) =>
  places.map((place, index) => {
    const [node = '', drive = '', failureDomain = node] = place.split('/');
    const sizes = { sizeBytes: 2 ** 30, dataBytes: 2 ** 30 };
    return { index, node: { id: `id-${node}`, name: node }, drive: { id: drive, serial: drive }, failureDomain, numaNode: null, ...sizes };
  });
const told = (protection: Protection, domain: FailureDomain, ...places: string[]) =>
  survivalsOf(protection, domain, legs(...places)).map(({ loss, isSurvived }) => `${loss} ${isSurvived ? 'survived' : 'stops it'}`);

describe('survivalsOf', () => {
  it('survives one drive and one node when each mirror set has its halves on two nodes', () => {
    expect(told('raid1', 'node', 't1/a', 't2/b')).toEqual(['drive survived', 'node survived']);
    expect(told('raid10', 'node', 't1/a', 't2/b', 't2/c', 't1/d')).toEqual(['drive survived', 'node survived']);
  });

  it('claims a rack or zone only for a mirror over it', () => {
    const placed = ['t1/a/r1', 't2/b/r2'];
    expect(told('raid1', 'rack', ...placed)).toEqual(['drive survived', 'node survived', 'rack survived']);
    expect(told('raid1', 'node', ...placed)).toEqual(['drive survived', 'node survived']);
    expect(told('raid0', 'zone', ...placed)).toEqual(['drive stops it', 'node stops it']);
  });

  it('claims nothing that the placement does not hold, whatever was requested', () => {
    expect(told('raid1', 'rack', 't1/a/r1', 't2/b/r1')).toEqual(['drive survived', 'node survived', 'rack stops it']);
    expect(told('raid10', 'node', 't1/a', 't2/b', 't3/c', 't3/d')).toEqual(['drive survived', 'node stops it']);
    expect(told('raid1', 'node', 't1/a', 't1/a')).toEqual(['drive stops it', 'node stops it']);
  });

  it('shows a loss that stops the volume before one that does not, and counts these losses', () => {
    const [, node] = survivalsOf('raid10', 'node', legs('t1/a', 't2/b', 't3/c', 't3/d'));
    expect(node?.example).toMatchObject({ name: 'node t3', outcome: { state: 'unavailable', lost: [2, 3] } });
    expect(node?.words).toBe('It stops without 1 of its 3 nodes, for example node t3.');
  });

  it('states how many drives and nodes there are to lose', () => {
    const words = (protection: Protection, ...places: string[]) =>
      survivalsOf(protection, 'node', legs(...places)).map(({ words }) => words);
    expect(words('raid1', 't1/a', 't2/b')[0]).toBe('It continues, degraded, without any one of its 2 drives.');
    expect(words('raid0', 't1/a', 't1/b')).toEqual(['It stops without any one of its 2 drives.', 'It stops without its only node.']);
  });

  it('says nothing about a placement without legs', () => {
    expect(survivalsOf('raid1', 'node', [])).toEqual([]);
  });
});
