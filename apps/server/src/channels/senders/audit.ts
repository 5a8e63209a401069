import type { ChannelTarget } from '@weft/shared/kinds/alerting/channel';
import type { AuditAction, AuditEntry } from '@weft/shared/kinds/audit';
import type { SealedEntries } from '../../audit/chain/audit-links.service.js';
import { post } from './post.js';
import { inTime } from './send.js';
import { type Delivery, SendError } from './sender.js';
import { formatted, sendMessages } from './syslog.js';
import { signatureOf } from './webhook.js';

/** Entries of one link of the audit's hash chain, in order. */
export interface AuditDelivery extends Pick<Delivery, 'clusterId' | 'simulated' | 'at' | 'channelName'> {
  /** Null: a test, without an entry. */
  link: SealedEntries['link'] | null;
  entries: readonly AuditEntry[];
}

/** Facility "log audit", severities "warning", "notice" and "informational" (RFC 5424, 6.2.1). */
const FACILITY = 13;
const severityOf = (action: AuditAction): number => (action === 'refusal' ? 4 : action === 'change' ? 6 : 5);

/** Sends to a target that takes the audit (`isAuditTarget`). @throws SendError */
export function sendAudit(target: ChannelTarget, secret: string | null, delivery: AuditDelivery, signal: AbortSignal): Promise<void> {
  return inTime(signal, async (within) => {
    if (target.type === 'syslog') return sendMessages(target, auditMessages(delivery), within);
    if (target.type !== 'webhook') throw new SendError(`A channel of type ${target.type} takes no audit.`, true);
    const body = JSON.stringify(auditBody(delivery));
    const headers: Record<string, string> = secret === null ? {} : { 'weft-signature': signatureOf(secret, body, delivery.at) };
    return post(target.url, body, { headers, authority: target.authority, signal: within });
  });
}

/** `version` rises when the form of the body changes. */
const auditBody = ({ link, entries, at, channelName: channel, clusterId, simulated }: AuditDelivery) => ({
  ...{ version: 1, content: 'audit', channel, clusterId, simulated, sentAt: at.toISOString() },
  ...{ link: link && { ...link, at: link.at.toISOString() }, entries },
});

/** One message for each entry: the structured data to filter by, and the entry itself as JSON. */
export function auditMessages({ link, entries, at, clusterId, simulated }: AuditDelivery): string[] {
  const frame = { cluster: clusterId, simulated: String(simulated) };
  if (!link) return [formatted({ facility: FACILITY, severity: 6, at, messageId: 'test', data: frame, text: '{}' })];
  return entries.map((entry) => {
    const { request, subject } = entry;
    const data = {
      ...{ entry: entry.id, action: entry.action, by: entry.by, ...(subject ? { kind: subject.kind, object: subject.name } : {}) },
      ...(request?.route ? { route: request.route } : {}),
      ...(request ? { status: String(request.status) } : {}),
      ...(request?.address ? { address: request.address } : {}),
      ...{ sequence: String(link.sequence), hash: link.hash, ...frame },
    };
    const severity = severityOf(entry.action);
    return formatted({ facility: FACILITY, severity, at: new Date(entry.at), messageId: entry.action, data, text: JSON.stringify(entry) });
  });
}
