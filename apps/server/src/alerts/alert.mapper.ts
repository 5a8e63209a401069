import { ALERT_SUBJECTS_SHOWN, type Alert } from '@weft/shared/kinds/alerting/alert';
import { toObject } from '../core/mongo/stored.js';
import { alertLink, alertTexts } from '../domain/alerts/alert-text.js';
import type { AlertDocument } from '../domain/documents/alert.document.js';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export function toAlert(document: AlertDocument): Alert {
  const { rule, severity, state, subject, subjects, subjectCount, labels, value, threshold } = document;
  const { causedBy, consequenceCount, acknowledged, silencedBy, inhibitedBy } = document;
  return toObject<Alert>(document, {
    ...{ rule, severity, state, subject, subjects: subjects.slice(0, ALERT_SUBJECTS_SHOWN), subjectCount, labels, value, threshold },
    ...alertTexts(document),
    link: alertLink(document),
    startedAt: document.startedAt.toISOString(),
    ...{ firedAt: iso(document.firedAt), resolvedAt: iso(document.resolvedAt) },
    ...{ causedBy, consequenceCount, silencedBy, inhibitedBy },
    acknowledged: acknowledged && { ...acknowledged, at: acknowledged.at.toISOString() },
  });
}
