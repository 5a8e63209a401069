import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isGone } from './host-fs.js';

test('treats ESRCH from a file of an ended process in /proc as gone', async () => {
  const child = spawn('sleep', ['60']);
  const file = await open(`/proc/${child.pid}/stat`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const error = await file.readFile('utf8').then(
    () => undefined,
    (caught: unknown) => caught,
  );
  await file.close();
  expect(error).toMatchObject({ code: 'ESRCH' });
  expect(isGone(error)).toBe(true);
});
