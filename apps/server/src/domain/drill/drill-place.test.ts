import { describe, expect, it } from 'vitest';
import { twoNetworks, wholeVolume } from './drill.fixture.js';
import { placeOf } from './drill-place.js';
import { parseLoad } from './load-output.js';
import { stallLimitSeconds } from './stall-limit.js';

const place = (wanted: Partial<Parameters<typeof placeOf>[0]> & Pick<Parameters<typeof placeOf>[0], 'kind'>) =>
  placeOf({ load: true, ...wanted }, wholeVolume(), twoNetworks());

describe('placeOf', () => {
  it('takes the first target, network and leg of the volume where the request leaves them open', () => {
    expect(place({ kind: 'close-path' })).toMatchObject({ node: { id: 'c1' }, fault: { subsystemNqn: 'nqn-t1', storageNetwork: 'a' } });
    expect(place({ kind: 'close-path', nodeId: 't2', storageNetwork: 'b' })).toMatchObject({
      fault: { subsystemNqn: 'nqn-t2', storageNetwork: 'b' },
    });
    expect(place({ kind: 'cut-network' })).toMatchObject({ node: { id: 't1' }, fault: { storageNetwork: 'a' } });
    expect(place({ kind: 'stop-exports', nodeId: 't2' })).toMatchObject({ node: { id: 't2' } });
    expect(place({ kind: 'kill-agent' })).toMatchObject({ node: { id: 't1' } });
    expect(place({ kind: 'fail-leg', nodeId: 't2' })).toMatchObject({ node: { id: 'c1' }, fault: { legId: 'leg-1' } });
  });

  it('refuses what the volume does not have, and an agent whose end would end the load', () => {
    expect(() => place({ kind: 'stop-exports', nodeId: 't9' })).toThrow(/no leg on that node/);
    expect(() => place({ kind: 'cut-network', storageNetwork: 'z' })).toThrow(/no path to t1/);
    expect(() => place({ kind: 'fail-leg', legId: 'leg-9' })).toThrow(/no such mirror half/);
    expect(() => place({ kind: 'kill-agent', nodeId: 'c1' })).toThrow(/would end with its agent/);
    expect(place({ kind: 'kill-agent', nodeId: 'c1', load: false })).toMatchObject({ node: { id: 'c1' } });
  });
});

describe('stallLimitSeconds', () => {
  it('follows the settings for a mirror half, and is a second for the other faults', () => {
    const settings = { keepAliveSeconds: 5, fastIoFailSeconds: 5 };
    expect(stallLimitSeconds('stop-exports', settings)).toBe(13.5);
    expect(stallLimitSeconds('close-path', settings)).toBe(1);
  });
});

describe('parseLoad', () => {
  const direction = (total_ios: number, max: number) => ({ total_ios, clat_ns: { max } });
  it('has the longest completion of reads and writes, and every error', () => {
    const job = { error: 84, total_err: 2, read: direction(10, 5e8), write: direction(20, 2e9) };
    expect(parseLoad(`fio: note\n${JSON.stringify({ jobs: [job] })}`)).toEqual({ longestSeconds: 2, ios: 30, errors: 3 });
  });
  it('refuses other output', () => {
    expect(() => parseLoad('fio: no')).toThrow('it is not JSON');
    expect(() => parseLoad('{"jobs":[]}')).toThrow();
  });
});
