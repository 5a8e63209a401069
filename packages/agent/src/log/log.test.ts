import { afterEach, expect, test, vi } from 'vitest';
import { jsonLog } from './log.js';

afterEach(() => {
  vi.restoreAllMocks();
});

test('keeps logging on a full disk without ending the agent', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    written.push(String(line));
    // A stream on a file does the same: an error event, which ends the process without a listener.
    return process.stderr.emit('error', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
  });
  const log = jsonLog({ node: 't1' });
  log('error', 'cannot store the assignment');
  log('info', 'assignment stored');
  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['cannot store the assignment', 'assignment stored']);
});
