import { describe, expect, it } from 'vitest';
import { Locks } from './locks.js';

/** Tasks that end on demand, and the order in which they started and ended. */
function tasks() {
  const events: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const task = (name: string) => async () => {
    events.push(`${name} starts`);
    await new Promise<void>((resolve, reject) => ends.set(name, (failure) => (failure ? reject(failure) : resolve())));
    events.push(`${name} ends`);
    return name;
  };
  const end = async (name: string, failure?: Error) => {
    (ends.get(name) ?? expect.fail(`${name} does not run`))(failure);
    await settled();
  };
  return { events, task, end };
}
/** Every promise that can settle without a further event has settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Locks', () => {
  it('runs tasks of one key one after the other, in the order of their calls', async () => {
    const { events, task, end } = tasks();
    const locks = new Locks();
    const all = ['a', 'b', 'c'].map((name) => locks.hold('key', task(name)));
    await settled();
    expect(events).toEqual(['a starts']);
    await end('a');
    expect(events).toEqual(['a starts', 'a ends', 'b starts']);
    await end('b');
    await end('c');
    expect(events.slice(3)).toEqual(['b ends', 'c starts', 'c ends']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('keeps a later task waiting for the newest one, not only for the first', async () => {
    const { events, task, end } = tasks();
    const locks = new Locks();
    void locks.hold('key', task('a'));
    void locks.hold('key', task('b'));
    await settled();
    await end('a');
    void locks.hold('key', task('c'));
    await settled();
    expect(events).toEqual(['a starts', 'a ends', 'b starts']);
    await end('b');
    expect(events.at(-1)).toBe('c starts');
  });

  it('runs tasks of different keys, and tasks without a key, at the same time', async () => {
    const { events, task } = tasks();
    const locks = new Locks();
    const calls: [string | null, string][] = [
      ['one', 'a'],
      ['two', 'b'],
      [null, 'c'],
      [null, 'd'],
    ];
    for (const [key, name] of calls) void locks.hold(key, task(name));
    await settled();
    expect(events.sort()).toEqual(['a starts', 'b starts', 'c starts', 'd starts']);
  });

  it('releases the lock after a failure, which only the caller of that task receives', async () => {
    const { task, end } = tasks();
    const locks = new Locks();
    const [first, second] = [locks.hold('key', task('a')), locks.hold('key', task('b'))];
    const failure = expect(first).rejects.toThrow('disk full');
    await settled();
    await end('a', new Error('disk full'));
    await failure;
    await end('b');
    expect(await second).toBe('b');
    expect(await locks.hold('key', async () => 'later')).toBe('later');
  });

  it('releases the lock when a task throws before it waits', async () => {
    const locks = new Locks();
    const failing = locks.hold('key', () => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await locks.hold('key', async () => 'later')).toBe('later');
  });
});
