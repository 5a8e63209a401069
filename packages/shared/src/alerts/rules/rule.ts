/*
 * Alert rules. Each rule stands here once: the server's own evaluation, the Prometheus rules (dashboards/prometheus/rules/alerts.yml) and
 * docs/alerts.md are made from it.
 */
import { formatBytes } from '../../units.js';

export type AlertSeverity = 'warning' | 'critical';

/** Kinds of the object that an alert is about. */
export const alertKinds = ['volume', 'node', 'drive', 'drive-class', 'server', 'cluster'] as const;
export type AlertKind = (typeof alertKinds)[number];

export type ThresholdScope = 'driveClass' | 'volumeLabel';
/** What a threshold of a rule about these objects may depend on. */
export const thresholdScopes: Readonly<Partial<Record<AlertKind, readonly ThresholdScope[]>>> = {
  ...{ volume: ['driveClass', 'volumeLabel'], drive: ['driveClass'], 'drive-class': ['driveClass'] },
};

/** How a value is shown: `days`, `duration` and `latency` are stored in seconds, `ratio` as a fraction of 1. */
export type AlertUnit = 'ratio' | 'celsius' | 'count' | 'days' | 'duration' | 'bytes' | 'times' | 'latency';

export interface AlertThreshold {
  /** In the unit's stored form. Infinity: the rule is off until a value is set. */
  default: number;
  min: number;
  max: number;
  unit: AlertUnit;
  /** The alert fires at this value and above, or below it. */
  fires: 'at-or-above' | 'below';
  meaning: string;
  /** Values that the measurement can be compared with, in rising order: a threshold counts as the next one. Absent: any. */
  steps?: readonly number[];
}

export interface AlertRule {
  /** Name in Prometheus, and `rule` in the API. Stable. */
  name: `Weft${string}`;
  /** Group in the Prometheus rules. */
  group: 'weft-volumes' | 'weft-nodes' | 'weft-servers' | 'weft-security' | 'weft-drives' | 'weft-capacity';
  kind: AlertKind;
  severity: AlertSeverity;
  /** The condition has to hold this long before the alert fires. */
  forSeconds: number;
  /** The alert goes on firing this long after the condition ended (`keep_firing_for`), so that a flapping condition is one alert. */
  keepSeconds: number;
  /** Absent: the condition is a state. */
  threshold?: AlertThreshold;
  /** Unit of the value in the texts. Absent: the texts have no value. */
  unit?: AlertUnit;
  /** Labels of the alert that its texts use. */
  labels: readonly string[];
  /**
   * PromQL, with `$threshold` for the threshold. Null: Prometheus has no metric for it, and only Weft evaluates the rule (`why` states the reason).
   */
  expr: string | null;
  /** False: no server can evaluate it, only Prometheus. */
  ownEvaluation: boolean;
  /** Reason for a rule that only one of both evaluates. */
  why?: string;
  /** What happened: one sentence, with `{label}` and `{value}`. */
  summary: string;
  /** Impact on data and performance. */
  meaning: string;
  /** What to do. */
  action: string;
}

/** The value that a threshold counts as. */
export const counted = ({ steps }: Pick<AlertThreshold, 'steps'>, value: number): number => steps?.find((step) => step >= value) ?? value;

/** Values of `{name}` in a text. */
export type AlertTexts = Readonly<Record<string, string>>;

/** A text of a rule with its values. An unknown name stays as it is, in braces. */
export const filled = (text: string, values: AlertTexts): string =>
  text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => values[name] ?? whole);

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** Value of an alert as its texts show it. */
export function alertValue(value: number, unit: AlertUnit): string {
  if (unit === 'ratio') return `${rounded(value * 100)} %`;
  if (unit === 'celsius') return `${rounded(value)} °C`;
  if (unit === 'latency') return Number.isFinite(value) ? `${Math.round(value * 1e6) / 1e3} ms` : 'none';
  if (unit === 'days') return daysText(value);
  if (unit === 'duration') return durationText(value);
  if (unit === 'bytes') return formatBytes(value);
  return unit === 'times' ? `${rounded(value)} times` : rounded(value);
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${rounded(seconds)} s`;
  if (seconds < 7200) return `${rounded(seconds / 60)} min`;
  return seconds < 172_800 ? `${rounded(seconds / 3600)} h` : daysText(seconds);
}

function daysText(seconds: number): string {
  const days = rounded(seconds / 86_400);
  return `${days} ${days === '1' ? 'day' : 'days'}`;
}
