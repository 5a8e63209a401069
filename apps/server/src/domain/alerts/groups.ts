import { alertRuleOf } from '@weft/shared/alerts/alert-rules';
import type { AlertRule } from '@weft/shared/alerts/rules/rule';
import { ALERT_SUBJECTS_KEPT, type AlertObject } from '@weft/shared/kinds/alerting/alert';
import type { Reading } from './reading.js';

/** Readings of one rule with one cause: the content of one alert. */
export interface Group {
  key: string;
  rule: AlertRule;
  /** The common cause, or the object itself. */
  subject: AlertObject;
  cause: AlertObject | null;
  subjects: AlertObject[];
  subjectCount: number;
  labels: Record<string, string>;
  /** Labels of the first object, for the texts. */
  firstLabels: Record<string, string>;
  value: number | null;
  threshold: number | null;
  /** Nodes of all its readings: maintenance explains the group only if all of them are in maintenance. */
  nodeIds: Set<string>;
}

/** Labels that all have. */
const common = (a: Record<string, string>, b: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(a).filter(([name, value]) => b[name] === value));

const LABEL_OF_KIND: Readonly<Record<AlertObject['kind'], string>> = {
  ...{ volume: 'volume', node: 'node', drive: 'drive', 'drive-class': 'drive_class', server: 'server', cluster: 'cluster' },
};

/** One group for each rule and cause. A lost target under a thousand volumes is one group of each rule. */
export function groupsOf(readings: readonly Reading[]): Group[] {
  const groups = new Map<string, Group>();
  for (const reading of readings) {
    const rule = alertRuleOf(reading.rule);
    if (!rule) continue;
    const of = reading.about ?? reading.cause ?? reading.subject;
    const key = [rule.name, `${of.kind}:${of.id}`, reading.part ?? ''].join(' ').trimEnd();
    const group = groups.get(key);
    if (group) join(group, reading);
    else groups.set(key, begun(key, rule, of, reading));
  }
  return [...groups.values()].map(labelled);
}

function begun(key: string, rule: AlertRule, of: AlertObject, { subject, cause, labels, value, threshold, nodeIds }: Reading): Group {
  return {
    ...{ key, rule, subject: of, cause, subjects: [subject], subjectCount: 1 },
    ...{ labels, firstLabels: labels, value, threshold, nodeIds: new Set(nodeIds) },
  };
}

function join(group: Group, { subject, labels, value, threshold, nodeIds }: Reading): void {
  group.subjectCount += 1;
  if (group.subjects.length < ALERT_SUBJECTS_KEPT) group.subjects.push(subject);
  group.labels = common(group.labels, labels);
  // The texts name the worst one.
  if (value !== null && isWorse(group.rule, value, group.value)) Object.assign(group, { value, threshold, firstLabels: labels });
  for (const id of nodeIds) group.nodeIds.add(id);
}

const isWorse = ({ threshold }: AlertRule, value: number, than: number | null): boolean =>
  than === null || (threshold?.fires === 'below' ? value < than : value > than);

function labelled(group: Group): Group {
  const { rule, subject, labels } = group;
  return {
    ...group,
    labels: { ...labels, rule: rule.name, severity: rule.severity, kind: rule.kind, [LABEL_OF_KIND[subject.kind]]: subject.name },
  };
}
