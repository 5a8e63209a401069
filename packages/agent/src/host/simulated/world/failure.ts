import { HostError } from '../../host.js';

/** Fails as a command does that exits with an error. */
export function refuse(command: string, message: string, exitCode: number | null = 1): never {
  throw new HostError(message, [command], exitCode, message);
}

/** I/O that has not ended: it blocks until a path returns, or until md has failed a leg. */
export class BlockedIo extends HostError {
  constructor(
    command: string,
    message: string,
    readonly blocker: 'path' | 'md',
  ) {
    super(message, [command], 1, message);
  }
}

/** The agent's process died here: the caller must drop the loop that this came from, and start another one. */
export class SimulatedDeath extends Error {
  override readonly name = 'SimulatedDeath';
}
