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
  test('gives back the output, and input reaches the command', async () => {
    const { stdout } = await runCommand(['cat'], { seconds: 5, input: 'abc' });
    expect(stdout).toBe('abc');
  });

  test('a failing command is told with its arguments, exit code and the last line of stderr', async () => {
    const argv = node('console.error("first"); console.error("cannot do it"); process.exit(5)');
    const error = await failure(runCommand(argv, { seconds: 10 }));
    expect(error.exitCode).toBe(5);
    expect(error.command).toEqual(argv);
    expect(error.message).toContain('failed with exit code 5: cannot do it');
    expect(error.stderr).toBe('first\ncannot do it\n');
  });

  test('an exit code that is an answer is given back', async () => {
    expect((await runCommand(node('process.exit(1)'), { seconds: 10, accept: [1] })).exitCode).toBe(1);
  });

  test('a command that does not end is ended at its limit', async () => {
    const error = await failure(runCommand(['sleep', '60'], { seconds: 0.1 }));
    expect(error.message).toBe('sleep did not end within 0.1 s');
  });

  test('a missing program is named', async () => {
    const error = await failure(runCommand(['weft-no-such-program'], { seconds: 1 }));
    expect(error.message).toContain('install the package that brings weft-no-such-program');
  });

  test('the agent stopping ends the command', async () => {
    const stop = new AbortController();
    const running = failure(runCommand(['sleep', '60'], { seconds: 60, signal: stop.signal }));
    stop.abort();
    expect((await running).message).toBe('sleep was told to stop with the agent');
  });
});
