import { describe, expect, it } from 'vitest';
import { Call } from './call.js';
import { Locks } from './locks.js';

describe('Locks', () => {
  it('refuses a second operation on a volume with ABORTED, until the first has ended', async () => {
    const locks = new Locks();
    let end = (): void => undefined;
    const first = locks.run('v', () => new Promise<void>((resolve) => (end = resolve)));
    await expect(locks.run('v', async () => 1)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await locks.run('w', async () => 2)).toBe(2);
    end();
    await first;
    expect(await locks.run('v', async () => 3)).toBe(3);
  });
});

describe('Call', () => {
  it('reads until the state is there, and stops before its caller gives up', async () => {
    let reads = 0;
    expect(await new Call(Date.now() + 10_000).until(async () => (++reads === 2 ? 'there' : undefined))).toBe('there');
    const began = Date.now();
    expect(await new Call(began + 900).until(async () => undefined)).toBeUndefined();
    expect(Date.now() - began).toBeLessThan(900);
  });

  it('ends after a minute when the caller gives no time limit', () => {
    expect(new Call(Number.POSITIVE_INFINITY, () => 0).remainingMs).toBe(60_000);
  });
});
