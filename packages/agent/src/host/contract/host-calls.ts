import type { Host } from '../host.js';

/** Host methods that the lab's bridge forwards. */
type Carried =
  | 'observeFast'
  | 'observeNics'
  | 'observeLimits'
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
/** Secrets travel as a list: a map is no JSON. */
interface Learn {
  id: number;
  call: 'learnKeys' | 'learnVolumeKeys';
  args: [[string, string][]];
}
type CallOf<Name extends Carried> = Name extends 'perform'
  ? { id: number; call: Name; args: [Parameters<Host['perform']>[0]] }
  : { id: number; call: Name; args: Parameters<Host[Name]> };
export type HostCall = { [Name in Carried]: CallOf<Name> }[Carried] | Learn;

export interface HostAnswer {
  id: number;
  result?: unknown;
  error?: { message: string; command?: string[]; exitCode?: number | null; stderr?: string };
}
