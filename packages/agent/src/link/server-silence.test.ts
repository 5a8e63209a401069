import { describe, expect, it } from 'vitest';
import { ServerSilence } from './server-silence.js';

const ticks = (silence: ServerSilence, count: number): boolean[] => Array.from({ length: count }, () => silence.tick());

describe('ServerSilence', () => {
  it('reports nothing before it knows the interval of the probes', () => {
    const silence = new ServerSilence();
    silence.probed();
    expect(ticks(silence, 60)).not.toContain(true);
  });

  it.each([2, 10])('reports a server whose probe is 2 s late, at an interval of %i s', (interval) => {
    const silence = new ServerSilence();
    for (let probe = 0; probe < 3; probe++) {
      expect(ticks(silence, interval)).not.toContain(true);
      silence.probed();
    }
    expect(ticks(silence, interval + 2)).toEqual([...Array(interval + 1).fill(false), true]);
  });

  it('tolerates probes that arrive together after one was late', () => {
    const silence = new ServerSilence();
    silence.probed();
    ticks(silence, 3);
    silence.probed();
    silence.probed();
    expect(ticks(silence, 4)).not.toContain(true);
  });
});
