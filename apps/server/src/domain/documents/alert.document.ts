import type { AlertSeverity } from '@weft/shared/alerts/rules/rule';
import type { Alert, AlertObject, AlertState, Matcher } from '@weft/shared/kinds/alerting/alert';
import type {
  ChannelContent,
  ChannelRoute,
  ChannelTarget,
  NotificationEvent,
  notificationStates,
} from '@weft/shared/kinds/alerting/channel';
import type { Sealed, Stored } from '../../core/mongo/stored.js';

/** Collection `alerts`: one document for each cause. Written by the evaluation under its lease, and by people who acknowledge. */
export interface AlertDocument extends Stored {
  rule: string;
  /** Rule and cause. Unique among open alerts. */
  key: string;
  /** Pending or firing. */
  open: boolean;
  state: AlertState;
  /** The most serious one of the rule and of its firing consequences. */
  severity: AlertSeverity;
  /** The object, or the common cause of the objects. */
  subject: AlertObject;
  /** At most `ALERT_SUBJECTS_KEPT`. */
  subjects: AlertObject[];
  subjectCount: number;
  /** Ids of subject and subjects. */
  about: string[];
  /** Labels that all subjects have. */
  labels: Record<string, string>;
  /** Labels of the first, or of the worst subject, for the texts. */
  firstLabels: Record<string, string>;
  value: number | null;
  threshold: number | null;
  startedAt: Date;
  firedAt: Date | null;
  /** When the condition ended, while the alert goes on firing (`keepSeconds`). */
  clearedAt: Date | null;
  resolvedAt: Date | null;
  causedBy: { id: string; rule: string; subject: AlertObject } | null;
  consequenceCount: number;
  acknowledged: { by: string; at: Date; comment: string } | null;
  silencedBy: string[];
  inhibitedBy: { id: string; name: string } | null;
  /** What the channels have got. Null: nothing yet. */
  notified: { at: Date; severity: AlertSeverity } | null;
}

/** Collection `silences`. */
export interface SilenceDocument extends Stored {
  matchers: Matcher[];
  startsAt: Date;
  endsAt: Date;
  comment: string;
  createdBy: string;
}

/** What a channel has got of the audit: its hash chain up to this link, and so many entries of the next one. */
export interface AuditPosition {
  sequence: number;
  entries: number;
}

/** Collection `channels`. */
export interface ChannelDocument extends Stored {
  name: string;
  /** Absent: alerts. */
  carries?: ChannelContent;
  /** Of a channel for the audit. */
  auditSent?: AuditPosition;
  enabled: boolean;
  route: ChannelRoute;
  /** Without its secret. */
  target: ChannelTarget;
  secret: Sealed | null;
  lastSentAt: Date | null;
  failure: { since: Date; attempts: number; error: string; nextAttemptAt: Date } | null;
}

/** Collection `notifications`: stored in the transaction of the alert's change, and sent afterwards. */
export interface NotificationDocument extends Stored {
  channelId: string;
  channelName: string;
  alertId: string;
  event: NotificationEvent;
  state: (typeof notificationStates)[number];
  summary: string;
  severity: AlertSeverity;
  dueAt: Date;
  sentAt: Date | null;
  error: string | null;
  /** The alert at that time, as the API shows it. */
  alert: Alert;
}
