import { HostError } from '../host.js';

/** As a command that said no. */
export function refuse(command: string, message: string, exitCode: number | null = 1): never {
  throw new HostError(message, [command], exitCode, message);
}

/** The agent's process died here: whoever gets this must forget the loop it came from, and start another one. */
export class SimulatedDeath extends Error {
  override readonly name = 'SimulatedDeath';
}
