import { type AlertRuleName, alertRuleOf } from '@weft/shared/alerts/alert-rules';
import type { AlertSeverity } from '@weft/shared/alerts/rules/rule';
import { alertSeverities } from '@weft/shared/kinds/alerting/alert';
import type { NotificationEvent } from '@weft/shared/kinds/alerting/channel';
import { matchesAll } from '@weft/shared/kinds/alerting/matchers';
import type { Stored } from '../../core/mongo/stored.js';
import type { AlertDocument, SilenceDocument } from '../documents/alert.document.js';
import type { Group } from './groups.js';
import type { Readings } from './reading.js';

export interface AlertInput {
  /** Pending and firing alerts. */
  open: readonly AlertDocument[];
  groups: readonly Group[];
  unknown: Readings['unknown'];
  silences: readonly SilenceDocument[];
  /** Names of nodes in maintenance, by id. */
  maintenance: ReadonlyMap<string, string>;
  now: Date;
}

export interface AlertOutput {
  /** Firing alerts that channels have got: they may be due again. */
  firing: AlertDocument[];
  /** New and changed alerts. */
  changed: AlertDocument[];
  /** Ids of pending alerts whose condition ended before they fired. */
  removed: string[];
  /** What channels have to get. */
  notices: { alert: AlertDocument; event: Extract<NotificationEvent, 'firing' | 'resolved' | 'escalated'> }[];
}

const rank = (severity: AlertSeverity): number => alertSeverities.indexOf(severity);
const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

/**
 * Next state of all alerts. Level-triggered and pure: it compares the stored alerts with the present conditions, so that a lost evaluation, or two servers
 * one after the other, give the same alerts. `notified` remembers what channels have got.
 */
export function advance({ open, groups, unknown, silences, maintenance, now }: AlertInput, newStored: (now: Date) => Stored): AlertOutput {
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const removed: string[] = [];
  const alerts: AlertDocument[] = [];
  for (const alert of open) {
    const group = byKey.get(alert.key);
    byKey.delete(alert.key);
    const next = group ? held(alert, group, now) : isUnknown(alert, unknown) ? { ...alert } : cleared(alert, now);
    if (next) alerts.push(next);
    else removed.push(alert._id);
  }
  for (const group of byKey.values()) alerts.push(held(begun(group, now, newStored), group, now));
  const ofKey = new Map(groups.map((group) => [group.key, group]));
  linkCauses(alerts, ofKey, now);
  for (const alert of alerts) explain(alert, silences, maintenance, ofKey.get(alert.key), now);
  const silenced = new Set(alerts.flatMap(({ _id, silencedBy }) => (silencedBy.length > 0 ? [_id] : [])));
  const isSuppressed = (alert: AlertDocument) => isHidden(alert) || (alert.causedBy !== null && !silenced.has(alert.causedBy.id));
  const notices = alerts.flatMap((alert) => noticesOf(alert, isSuppressed(alert), now));
  const before = new Map(open.map((alert) => [alert._id, alert]));
  const changed = alerts.filter((alert) => !isSame(before.get(alert._id), alert)).map((alert) => raised(alert, before.has(alert._id), now));
  const stored = new Map(changed.map((alert) => [alert._id, alert]));
  return {
    changed,
    removed,
    // As it is stored: with the revision and time of this change.
    notices: notices.map(({ alert, event }) => ({ alert: stored.get(alert._id) ?? alert, event })),
    firing: alerts.filter((alert) => alert.state === 'firing' && alert.notified !== null && !isSuppressed(alert)),
  };
}

function begun({ key, rule, subject }: Group, now: Date, newStored: (now: Date) => Stored): AlertDocument {
  return {
    ...newStored(now),
    ...{ rule: rule.name, key, open: true, state: 'pending', severity: rule.severity, subject, subjects: [], subjectCount: 0, about: [] },
    ...{ labels: {}, firstLabels: {}, value: null, threshold: null, startedAt: now, firedAt: null, clearedAt: null, resolvedAt: null },
    ...{ causedBy: null, consequenceCount: 0, acknowledged: null, silencedBy: [], inhibitedBy: null, notified: null },
  };
}

/** The condition holds. */
function held(alert: AlertDocument, group: Group, now: Date): AlertDocument {
  const { subjects, subjectCount, labels, firstLabels, value, threshold, rule, subject } = group;
  const about = [...new Set([subject.id, ...subjects.map(({ id }) => id)])];
  const fires = alert.state === 'firing' || seconds(alert.startedAt, now) >= rule.forSeconds;
  return {
    ...alert,
    ...{ subject, subjects, subjectCount, about, labels, firstLabels, value, threshold, clearedAt: null },
    ...(fires ? { state: 'firing', firedAt: alert.firedAt ?? now } : {}),
  };
}

/** The condition ended. Null: it had not fired. */
function cleared(alert: AlertDocument, now: Date): AlertDocument | null {
  if (alert.state === 'pending') return null;
  const clearedAt = alert.clearedAt ?? now;
  if (seconds(clearedAt, now) < (alertRuleOf(alert.rule)?.keepSeconds ?? 0)) return { ...alert, clearedAt };
  return { ...alert, clearedAt, open: false, state: 'resolved', resolvedAt: now };
}

function isUnknown({ rule, about }: AlertDocument, unknown: Readings['unknown']): boolean {
  const objects = (unknown as ReadonlyMap<string, ReadonlySet<string>>).get(rule);
  return objects !== undefined && about.some((id) => objects.has(id));
}

/**
 * Links each alert to the open alert about its cause. A cause fires at once when a consequence fires, and takes its severity: people get the cause, first
 * and once.
 */
function linkCauses(alerts: readonly AlertDocument[], groups: ReadonlyMap<string, Group>, now: Date): void {
  const openAlerts = new Map(alerts.flatMap((alert) => (alert.open ? [[alert._id, alert] as const] : [])));
  for (const alert of alerts) {
    alert.severity = alertRuleOf(alert.rule)?.severity ?? alert.severity;
    alert.consequenceCount = 0;
    if (alert.causedBy && !openAlerts.has(alert.causedBy.id)) alert.causedBy = null;
  }
  const aboutObject = aboutObjects(alerts, groups);
  for (const alert of alerts) {
    const group = groups.get(alert.key);
    if (!alert.open || !group) continue;
    // The node is back, and its paths are not: its alert stays their cause until it resolves.
    const parent = group.cause ? aboutObject.get(group.cause.id) : openAlerts.get(alert.causedBy?.id ?? '');
    alert.causedBy = parent && parent !== alert ? referenceTo(parent) : null;
    if (parent && parent !== alert) addConsequence(parent, alert, now);
  }
}

/** Rules whose condition can explain that data are not reachable. A target whose clock is wrong explains no degraded volume. */
const EXPLAINS: readonly string[] = ['WeftNodeSilent', 'WeftPathLost', 'WeftDriveMissing'] satisfies AlertRuleName[];

/** Open alerts that can be causes and have none themselves, by the object that they are about. */
function aboutObjects(alerts: readonly AlertDocument[], groups: ReadonlyMap<string, Group>): Map<string, AlertDocument> {
  const found = new Map<string, AlertDocument>();
  for (const alert of alerts) {
    const isCaused = Boolean(groups.get(alert.key)?.cause) || alert.causedBy !== null;
    const isCause = alert.open && EXPLAINS.includes(alert.rule) && !isCaused;
    if (isCause && !found.has(alert.subject.id)) found.set(alert.subject.id, alert);
  }
  return found;
}

function addConsequence(parent: AlertDocument, { state, severity }: AlertDocument, now: Date): void {
  parent.consequenceCount += 1;
  if (state !== 'firing') return;
  if (parent.state === 'pending') Object.assign(parent, { state: 'firing', firedAt: now });
  if (rank(severity) > rank(parent.severity)) parent.severity = severity;
}

const referenceTo = ({ _id, rule, subject }: AlertDocument): AlertDocument['causedBy'] => ({ id: _id, rule, subject });

/** Silences and maintenance. Maintenance explains a warning, never data out of reach. */
function explain(
  alert: AlertDocument,
  silences: readonly SilenceDocument[],
  maintenance: AlertInput['maintenance'],
  group: Group | undefined,
  now: Date,
): void {
  alert.labels = { ...alert.labels, severity: alert.severity };
  const active = silences.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now);
  alert.silencedBy = alert.open ? active.filter(({ matchers }) => matchesAll(alert.labels, matchers)).map(({ _id }) => _id) : [];
  if (!group) return;
  const isPlanned = group.nodeIds.size > 0 && [...group.nodeIds].every((id) => maintenance.has(id));
  const [nodeId] = maintenance.has(alert.subject.id) ? [alert.subject.id] : isPlanned ? group.nodeIds : [];
  alert.inhibitedBy =
    nodeId !== undefined && alert.severity !== 'critical' ? { id: nodeId, name: maintenance.get(nodeId) ?? nodeId } : null;
}

/** A person, or planned work, keeps it from the channels. */
const isHidden = ({ inhibitedBy, silencedBy }: AlertDocument): boolean => inhibitedBy !== null || silencedBy.length > 0;

/** @param isSuppressed channels do not get it: it is hidden, or they get its cause. The silence of a cause does not hide its consequences. */
function noticesOf(alert: AlertDocument, isSuppressed: boolean, now: Date): AlertOutput['notices'] {
  const { notified, severity } = alert;
  if (alert.state === 'resolved') return notified ? [{ alert, event: 'resolved' }] : [];
  if (alert.state !== 'firing' || isSuppressed) return [];
  if (notified && rank(severity) <= rank(notified.severity)) return [];
  alert.notified = { at: now, severity };
  return [{ alert, event: notified ? 'escalated' : 'firing' }];
}

const content = ({ updatedAt: _, ...alert }: AlertDocument): string => JSON.stringify(alert);
const isSame = (before: AlertDocument | undefined, alert: AlertDocument): boolean =>
  before !== undefined && content(before) === content(alert);

/** A changed alert has a higher revision; its version rises with its state. */
const raised = (alert: AlertDocument, isStored: boolean, now: Date): AlertDocument =>
  isStored ? { ...alert, revision: alert.revision + 1, updatedAt: now } : alert;
