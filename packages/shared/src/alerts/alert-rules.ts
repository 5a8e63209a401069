import { capacityRules } from './rules/capacity.js';
import { checksumRules } from './rules/checksums.js';
import { driveRules } from './rules/drives.js';
import { latencyObjectiveRules } from './rules/latency-objective.js';
import { longMemoryRules } from './rules/long-memory.js';
import { nodeRules } from './rules/nodes.js';
import { poolRules } from './rules/pools.js';
import type { AlertRule } from './rules/rule.js';
import { scrubRules } from './rules/scrubs.js';
import { securityRules } from './rules/security.js';
import { serverRules } from './rules/servers.js';
import { slowLegRules } from './rules/slow-leg.js';
import { snapshotRules } from './rules/snapshots.js';
import { volumeRules } from './rules/volumes.js';

const all = [
  ...volumeRules,
  ...latencyObjectiveRules,
  ...slowLegRules,
  ...checksumRules,
  ...scrubRules,
  ...snapshotRules,
  ...nodeRules,
  ...serverRules,
  ...longMemoryRules,
  ...securityRules,
  ...driveRules,
  ...poolRules,
  ...capacityRules,
] as const;

/** Every rule. */
export const alertRules: readonly AlertRule[] = all;
export type AlertRuleName = (typeof all)[number]['name'];
export const alertRuleNames = all.map(({ name }) => name) as [AlertRuleName, ...AlertRuleName[]];

const byName = new Map<string, AlertRule>(all.map((rule) => [rule.name, rule]));
/** Undefined: a rule of another version. */
export const alertRuleOf = (name: string): AlertRule | undefined => byName.get(name);
