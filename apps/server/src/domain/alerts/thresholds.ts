import { type AlertRuleName, alertRuleOf } from '@weft/shared/alerts/alert-rules';
import { thresholdScopes } from '@weft/shared/alerts/rules/rule';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { AlertThresholdSetting } from '@weft/shared/kinds/settings/settings';

/** What thresholds of an object may depend on. */
export interface ThresholdOwner {
  /** Names of drive classes. */
  driveClasses?: readonly string[];
  /** Labels of a volume. */
  volumeLabels?: Readonly<Record<string, string>>;
}

/** @throws DomainError for a threshold that no rule can use. */
export function checkThreshold({ rule: name, value, driveClass, volumeLabel }: AlertThresholdSetting): void {
  const rule = alertRuleOf(name);
  if (!rule?.threshold) throw new DomainError('alert-threshold-unknown', { rule: name }, { field: 'alertThresholds' });
  const { min, max, unit } = rule.threshold;
  if (value < min || value > max)
    throw new DomainError(
      'alert-threshold-out-of-range',
      { rule: name, min: String(min), max: String(max), unit },
      { field: 'alertThresholds' },
    );
  const scopes = thresholdScopes[rule.kind] ?? [];
  if ((driveClass !== null && !scopes.includes('driveClass')) || (volumeLabel !== null && !scopes.includes('volumeLabel')))
    throw new DomainError('alert-threshold-scope', { rule: name }, { field: 'alertThresholds' });
}

/** The threshold of a rule for an object: of a label, else of a drive class, else of everything, else the rule's default. */
export class Thresholds {
  constructor(private readonly settings: readonly AlertThresholdSetting[]) {}

  /** @throws Error for a rule without a threshold: a mistake of the caller. */
  of(rule: AlertRuleName, { driveClasses = [], volumeLabels = {} }: ThresholdOwner = {}): number {
    const threshold = alertRuleOf(rule)?.threshold;
    if (!threshold) throw new Error(`rule ${rule} has no threshold`);
    const own = this.settings.filter((setting) => setting.rule === rule);
    const found =
      own.find(({ volumeLabel }) => volumeLabel && volumeLabels[volumeLabel.key] === volumeLabel.value) ??
      own.find(({ driveClass, volumeLabel }) => !volumeLabel && driveClass !== null && driveClasses.includes(driveClass)) ??
      own.find(({ driveClass, volumeLabel }) => !volumeLabel && driveClass === null);
    return found?.value ?? threshold.default;
  }

  /** Lowest threshold of a rule, for queries that preselect objects. */
  lowest(rule: AlertRuleName): number {
    return Math.min(this.of(rule), ...this.settings.flatMap((setting) => (setting.rule === rule ? [setting.value] : [])));
  }
}
