import { alertRuleOf } from '@weft/shared/alerts/alert-rules';
import { type AlertRule, alertValue, filled } from '@weft/shared/alerts/rules/rule';
import type { Alert, AlertObject } from '@weft/shared/kinds/alerting/alert';
import type { AlertDocument } from '../documents/alert.document.js';

const plurals: Readonly<Record<string, string>> = {
  ...{ volume: 'volumes', node: 'nodes', drive: 'drives', 'drive-class': 'drive classes', server: 'servers', cluster: 'findings' },
};

type Notice = Pick<AlertDocument, 'rule' | 'subject' | 'subjects' | 'subjectCount' | 'labels' | 'value' | 'firstLabels'>;

const nameOf = ({ kind, name }: AlertObject): string => (kind === 'cluster' ? 'the cluster' : `${kind.replace('-', ' ')} ${name}`);

/** The sentences of an alert. A rule of another version has only its name. */
export function alertTexts({
  rule: name,
  subject,
  subjects,
  subjectCount,
  firstLabels,
  value,
}: Notice): Pick<Alert, 'summary' | 'meaning' | 'action'> {
  const rule = alertRuleOf(name);
  if (!rule) return { summary: `${name}: ${nameOf(subject)}.`, meaning: '', action: '' };
  const values = { ...firstLabels, ...valueText(rule, value) };
  const first = filled(rule.summary, values);
  const more = subjectCount - 1;
  const isCause = subjects[0]?.id !== subject.id && subject.kind !== 'cluster';
  const also = more > 0 ? ` The same holds for ${more} more ${plurals[rule.kind] ?? rule.kind}` : '';
  const summary = also === '' ? first : `${first}${also}${isCause ? `; the cause is ${nameOf(subject)}` : ''}.`;
  return { summary, meaning: filled(rule.meaning, values), action: filled(rule.action, values) };
}

const valueText = ({ unit, threshold }: AlertRule, value: number | null): Record<string, string> => {
  const of = unit ?? threshold?.unit;
  return value === null || !of ? {} : { value: alertValue(value, of) };
};

const pages: Readonly<Record<AlertObject['kind'], string | null>> = {
  ...{ volume: '/volumes/', node: '/nodes/', drive: '/drives/', 'drive-class': '/drive-classes/', server: null, cluster: null },
};

/** Path of the object in the console, at the moment when the alert began. */
export function alertLink({ subject, startedAt }: Pick<AlertDocument, 'subject' | 'startedAt'>): string {
  const page = pages[subject.kind];
  return `${page === null ? '/' : `${page}${subject.id}`}?at=${encodeURIComponent(startedAt.toISOString())}`;
}
