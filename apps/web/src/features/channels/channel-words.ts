import type { ChannelType } from '@weft/shared/kinds/alerting/channel';
import type { Channel } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';
import { matcherText } from '../alerts/matchers-text.js';

export const TYPES: Record<ChannelType, string> = {
  smtp: 'E-mail (SMTP)',
  webhook: 'Webhook',
  slack: 'Slack-compatible webhook',
  teams: 'Teams-compatible webhook',
  syslog: 'syslog (RFC 5424)',
  alertmanager: 'Alertmanager',
};

const at = (host: string, port: number): string => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);

/** Who gets the alerts, without any secret. */
export function targetText({ target }: Pick<Channel, 'target'>): string {
  switch (target.type) {
    case 'smtp': {
      const protection = { starttls: 'STARTTLS', tls: 'TLS', none: 'without encryption' }[target.security];
      const user = target.username === null ? '' : `, as ${target.username}`;
      return `to ${target.to.join(', ')} from ${target.from}, by ${at(target.host, target.port)} (${protection}${user})`;
    }
    case 'syslog':
      return `${at(target.host, target.port)} over ${target.transport.toUpperCase()}`;
    case 'slack':
    case 'teams':
      return 'its address is a secret';
    case 'webhook':
    case 'alertmanager':
      return target.url;
  }
}

/** What the channel gets, and when, as sentences. */
export function routeText({ minSeverity, matchers, quietHours, digestMinutes, repeatHours, sendResolved }: Channel['route']): string {
  const which = minSeverity === 'critical' ? 'Critical alerts' : 'All alerts';
  const matching = matchers.length > 0 ? ` with ${matchers.map(matcherText).join(' and ')}` : '';
  const when = digestMinutes === null ? 'at once' : `those below critical together every ${digestMinutes} min`;
  return [
    `${which}${matching}, ${when}.`,
    ...(quietHours ? [`Between ${quietHours.from} and ${quietHours.to} (${quietHours.timeZone}) only critical ones.`] : []),
    repeatHours === null ? 'Not repeated.' : `Repeated every ${repeatHours} h until somebody acknowledges.`,
    sendResolved ? 'Also when they are resolved.' : 'Not when they are resolved.',
  ].join(' ');
}

/** What a channel for the audit gets. */
export const AUDIT_TEXT = 'Every entry of the audit, in the order of its hash chain. A receiver that was away gets the missed entries.';

type Stated = Pick<Channel, 'enabled' | 'failure' | 'waitingCount' | 'failedCount'>;

export function channelStatus({ enabled, failure, waitingCount, failedCount }: Stated): StatusFacts {
  if (!enabled) return { tone: 'idle', what: 'disabled' };
  if (failure) return { tone: 'bad', what: 'failing' };
  if (failedCount > 0) return { tone: 'warn', what: `${failedCount.toLocaleString('en')} not delivered` };
  return waitingCount > 0 ? { tone: 'busy', what: `${waitingCount.toLocaleString('en')} waiting` } : { tone: 'good', what: 'working' };
}
