import type { Host } from '../host.js';

/** Host methods that the lab's bridge forwards. */
type Carried =
  | 'observeFast'
  | 'observeNics'
  | 'observeSlow'
  | 'examineSuperblocks'
  | 'readCounters'
  | 'holders'
  | 'connections'
  | 'readFacts'
  | 'probe'
  | 'localDrive'
  | 'runBenchmark'
  | 'setStatistics'
  | 'perform';
type CallOf<Name extends Carried> = Name extends 'perform'
  ? { id: number; call: Name; args: [Parameters<Host['perform']>[0]] }
  : { id: number; call: Name; args: Parameters<Host[Name]> };
export type HostCall = { [Name in Carried]: CallOf<Name> }[Carried];

export interface HostAnswer {
  id: number;
  result?: unknown;
  error?: { message: string; command?: string[]; exitCode?: number | null; stderr?: string };
}
