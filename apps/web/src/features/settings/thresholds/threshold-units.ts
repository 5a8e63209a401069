import type { AlertRule, AlertUnit, AlertThreshold as RuleThreshold } from '@weft/shared/alerts/rules/rule';
import type { AlertThreshold } from '../../../api/types.js';

export type RuleWithThreshold = AlertRule & { threshold: RuleThreshold };

/** How a threshold is typed: its unit, and how many of it are one of the stored ones. */
export const TYPED: Readonly<Record<AlertUnit, { word: string; per: number }>> = {
  ratio: { word: '%', per: 100 },
  celsius: { word: '°C', per: 1 },
  count: { word: 'number', per: 1 },
  days: { word: 'days', per: 1 / 86_400 },
  duration: { word: 'minutes', per: 1 / 60 },
  bytes: { word: 'GiB', per: 1 / 2 ** 30 },
  latency: { word: 'ms', per: 1000 },
  times: { word: 'times', per: 1 },
};

/** A stored threshold as it is typed. */
export const typedValue = (value: number, unit: AlertUnit): string => String(Number((value * TYPED[unit].per).toPrecision(12)));

/** What an own threshold applies to. */
export function scopeText({ driveClass, volumeLabel }: Pick<AlertThreshold, 'driveClass' | 'volumeLabel'>): string {
  if (volumeLabel) return `volumes with ${volumeLabel.key}=${volumeLabel.value}`;
  return driveClass === null ? 'everything' : `drive class ${driveClass}`;
}

/** Whether two thresholds are the same one with another value. */
export const isSameScope = (one: AlertThreshold, other: AlertThreshold): boolean =>
  one.rule === other.rule && scopeText(one) === scopeText(other);

/** The setting with one more threshold. It replaces one of the same rule and scope. */
export const withThreshold = (all: readonly AlertThreshold[], added: AlertThreshold): AlertThreshold[] => [
  ...all.filter((each) => !isSameScope(each, added)),
  added,
];
