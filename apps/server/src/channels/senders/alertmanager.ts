import { linkOf } from './message-text.js';
import { post } from './post.js';
import type { Sender } from './sender.js';

/** Alertmanager resolves an alert that nobody sends again by then. Weft sends it every `ALERTMANAGER_EVERY_MS`. */
const VALID_MS = 600_000;
export const ALERTMANAGER_EVERY_MS = 180_000;

const LABEL = /[^a-zA-Z0-9_]/g;

/** Alertmanager's API v2 (`POST /api/v2/alerts`): it gets the same names and labels as from Prometheus. */
export const sendToAlertmanager: Sender<'alertmanager'> = async ({ url, username, authority }, password, delivery, signal) => {
  const { clusterId, simulated, at } = delivery;
  const alerts = delivery.alerts.map(({ event, alert }) => ({
    labels: {
      ...Object.fromEntries(Object.entries(alert.labels).map(([name, value]) => [name.replace(LABEL, '_'), value])),
      ...{ alertname: alert.rule, severity: alert.severity, weft_cluster: clusterId, simulated: String(simulated), weft_alert: alert.id },
    },
    annotations: { summary: alert.summary, meaning: alert.meaning, action: alert.action },
    startsAt: alert.startedAt,
    endsAt:
      event === 'resolved' || event === 'test' ? (alert.resolvedAt ?? at.toISOString()) : new Date(at.getTime() + VALID_MS).toISOString(),
    generatorURL: linkOf(delivery, `/alerts/${alert.id}`) ?? undefined,
  }));
  const authorization = `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`;
  const headers: Record<string, string> = password === null ? {} : { authorization };
  await post(`${url.replace(/\/$/, '')}/api/v2/alerts`, JSON.stringify(alerts), { headers, authority, signal });
};
