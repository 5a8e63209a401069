import { execFile } from 'node:child_process';

/**
 * Whether the machine is going down. systemctl(1), is-system-running: "stopping" while the manager shuts down; its exit code adds no information.
 * @throws Error when systemd does not answer.
 */
export function isShuttingDown(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile('systemctl', ['is-system-running'], { timeout: 10_000 }, (error, stdout) => {
      const state = stdout.trim();
      if (error && state === '')
        reject(
          new Error(`cannot tell whether the system is shutting down; use --now to dismantle volumes anyway (${error.message})`, {
            cause: error,
          }),
        );
      else resolve(state === 'stopping');
    });
  });
}
