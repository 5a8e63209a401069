import { describe, expect, test } from 'vitest';
import { HostError } from '../../host.js';
import { runCommand } from './command.js';

const failure = async (running: Promise<unknown>): Promise<HostError> => {
  const error = await running.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof HostError)) throw new Error('a HostError was expected');
  return error;
};
const node = (script: string): string[] => [process.execPath, '-e', script];

describe('runCommand', () => {
  test('passes input to the command and returns its output', async () => {
    const { stdout } = await runCommand(['cat'], { seconds: 5, input: 'abc' });
    expect(stdout).toBe('abc');
  });

  test('reports a failure with arguments, exit code and last stderr line', async () => {
    const argv = node('console.error("first"); console.error("cannot do it"); process.exit(5)');
    const error = await failure(runCommand(argv, { seconds: 10 }));
    expect(error.exitCode).toBe(5);
    expect(error.command).toEqual(argv);
    expect(error.message).toContain('failed with exit code 5: cannot do it');
    expect(error.stderr).toBe('first\ncannot do it\n');
  });

  test('omits the full stop of the last stderr line, because longer sentences contain it', async () => {
    const error = await failure(runCommand(node('console.error("Logical volume in use."); process.exit(5)'), { seconds: 10 }));
    expect(error.message).toMatch(/: Logical volume in use$/);
    expect(error.stderr).toBe('Logical volume in use.\n');
  });

  test('returns an accepted exit code', async () => {
    expect((await runCommand(node('process.exit(1)'), { seconds: 10, accept: [1] })).exitCode).toBe(1);
  });

  test('ends a command at its time limit', async () => {
    const error = await failure(runCommand(['sleep', '60'], { seconds: 0.1 }));
    expect(error.message).toBe('sleep did not end within 0.1 s');
  });

  test('names a missing program', async () => {
    const error = await failure(runCommand(['weft-no-such-program'], { seconds: 1 }));
    expect(error.message).toContain('install the package that brings weft-no-such-program');
  });

  test('ends the command when the agent stops', async () => {
    const stop = new AbortController();
    const running = failure(runCommand(['sleep', '60'], { seconds: 60, signal: stop.signal }));
    stop.abort();
    expect((await running).message).toBe('sleep was stopped with the agent');
  });
});
