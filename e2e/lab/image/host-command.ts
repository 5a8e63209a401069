/** Runs one program on the machine that hosts the lab. */
import { execFile } from 'node:child_process';

export interface HostCommandOptions {
  readonly cwd?: string;
  readonly timeoutSeconds?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Resolves with standard output; rejects with the arguments, the exit code and standard error. */
export function hostCommand(argv: readonly [string, ...string[]], options: HostCommandOptions = {}): Promise<string> {
  const [program, ...args] = argv;
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      {
        cwd: options.cwd,
        timeout: (options.timeoutSeconds ?? 600) * 1000,
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, LC_ALL: 'C', PATH: path, ...options.env },
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          reject(
            new Error(`${argv.join(' ')} failed (${error.code ?? error.signal ?? error.message}): ${stderr.slice(-4000)}`, {
              cause: error,
            }),
          );
      },
    );
  });
}
