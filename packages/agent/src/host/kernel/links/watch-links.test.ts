import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { watchLinks } from './watch-links.js';

const watch = (script: string, program = 'sh') => {
  const told = { onChange: vi.fn(), onEnd: vi.fn() };
  return { ...told, end: watchLinks(told, [program, '-c', script]) };
};

test('tells of each line at once, and once that the program has ended', async () => {
  const { onChange, onEnd } = watch('echo one; sleep 0.3; echo two; exit 3');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  expect(onEnd).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(onEnd).toHaveBeenCalledWith('sh ended with exit code 3');
});

test('tells that there is no such program, once', async () => {
  const { onEnd } = watch('', 'no-such-program-at-all');
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  expect(onEnd.mock.calls[0]?.[0]).toContain('ENOENT');
});

test('tells nothing after it was ended, and leaves no process', async () => {
  const { onChange, onEnd, end } = watch('echo one; exec sleep 60');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  end();
  await sleep(200);
  expect(onEnd).not.toHaveBeenCalled();
});
