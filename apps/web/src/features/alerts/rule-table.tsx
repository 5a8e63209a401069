/* A lazy chunk: the rules have long texts, and the server sends those of an alert. Only units and names of rules come from here. */
import { alertRuleNames, alertRuleOf } from '@weft/shared/alerts/alert-rules';
import { alertValue } from '@weft/shared/alerts/rules/rule';
import type { Alert } from '../../api/types.js';
import { Filter } from '../../table/filter.js';
import { ruleWords } from './alert-status.js';

/** A number of an alert in the unit of its rule. A rule of another version has no unit. */
export function ValueText({ rule, value }: { rule: string; value: number }) {
  const known = alertRuleOf(rule);
  const unit = known?.unit ?? known?.threshold?.unit;
  return unit ? alertValue(value, unit) : value.toLocaleString('en');
}

const options = alertRuleNames
  .map((value) => ({ value: value as string, label: ruleWords(value) }))
  .sort((a, b) => (a.label < b.label ? -1 : 1));

export const RuleFilter = ({ value, onChange }: { value: Alert['rule'] | undefined; onChange: (rule: string | undefined) => void }) => (
  <Filter label="Rule" value={value} options={options} onChange={onChange} />
);
