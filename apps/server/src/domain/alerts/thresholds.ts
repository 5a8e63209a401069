import { type AlertRuleName, alertRuleOf } from '@weft/shared/alerts/alert-rules';
import type { AlertThresholdSetting } from '@weft/shared/kinds/alert';

/** What a threshold may depend on. */
export interface ThresholdScope {
  /** Names of drive classes. */
  driveClasses?: readonly string[];
  /** Labels of a volume. */
  labels?: Readonly<Record<string, string>>;
}

/** The threshold of a rule for an object: of a label, else of a drive class, else of everything, else the rule's default. */
export class Thresholds {
  constructor(private readonly settings: readonly AlertThresholdSetting[]) {}

  /** @throws Error for a rule without a threshold: a mistake of the caller. */
  of(rule: AlertRuleName, { driveClasses = [], labels = {} }: ThresholdScope = {}): number {
    const threshold = alertRuleOf(rule)?.threshold;
    if (!threshold) throw new Error(`rule ${rule} has no threshold`);
    const own = this.settings.filter((setting) => setting.rule === rule);
    const found =
      own.find(({ volumeLabel }) => volumeLabel && labels[volumeLabel.key] === volumeLabel.value) ??
      own.find(({ driveClass, volumeLabel }) => !volumeLabel && driveClass !== null && driveClasses.includes(driveClass)) ??
      own.find(({ driveClass, volumeLabel }) => !volumeLabel && driveClass === null);
    return found?.value ?? threshold.default;
  }

  /** Lowest threshold of a rule, for queries that preselect objects. */
  lowest(rule: AlertRuleName): number {
    return Math.min(this.of(rule), ...this.settings.flatMap((setting) => (setting.rule === rule ? [setting.value] : [])));
  }
}
