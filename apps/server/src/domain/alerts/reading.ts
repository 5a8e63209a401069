import type { AlertRuleName } from '@weft/shared/alerts/alert-rules';
import type { AlertObject } from '@weft/shared/kinds/alerting/alert';
import type { RuleMemories } from './memory.js';

/** One object for which the condition of a rule holds now. */
export interface Reading {
  rule: AlertRuleName;
  subject: AlertObject;
  /** Distinguishes readings of one subject: a storage network, a MongoDB member. */
  part?: string;
  /** Those of the Prometheus rule, and further ones for silences and channels. */
  labels: Record<string, string>;
  value: number | null;
  threshold: number | null;
  /** The object that explains it, if the state of the cluster names one: its alert is the one that people get. */
  cause: AlertObject | null;
  /** The object that the alert is about, if neither the cause nor the subject: readings with the same one are one alert. */
  about?: AlertObject;
  /** Nodes where it shows. */
  nodeIds: readonly string[];
}

/** What the state of the cluster says at one moment. */
export interface Readings {
  readings: Reading[];
  /** Objects by rule that cannot be judged now: their alerts stay as they are. */
  unknown: ReadonlyMap<AlertRuleName, ReadonlySet<string>>;
}

export const CLUSTER: AlertObject = { kind: 'cluster', id: 'cluster', name: 'cluster' };

/** Memories of rules about changes over time. */
export type Memories = Pick<RuleMemories, 'get' | 'set'>;

type Of = Pick<Reading, 'rule' | 'subject' | 'labels'> & Partial<Reading>;
export const reading = (of: Of): Reading => ({ value: null, threshold: null, cause: null, nodeIds: [], ...of });

export const nodeObject = ({ id, name }: { id: string; name: string }): AlertObject => ({ kind: 'node', id, name });
export const volumeObject = ({ id, name }: { id: string; name: string }): AlertObject => ({ kind: 'volume', id, name });
export const driveObject = ({ id, name }: { id: string; name: string }): AlertObject => ({ kind: 'drive', id, name });
