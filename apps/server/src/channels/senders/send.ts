import type { ChannelTarget } from '@weft/shared/kinds/channel';
import { sendToAlertmanager } from './alertmanager.js';
import { sendSlack, sendTeams } from './chat.js';
import type { Delivery } from './sender.js';
import { sendMail } from './smtp.js';
import { sendSyslog } from './syslog.js';
import { sendWebhook } from './webhook.js';

/** Longest time of one attempt. */
export const SEND_WITHIN_MS = 20_000;

/** Sends a delivery to a target of any type. @throws SendError */
export function send(target: ChannelTarget, secret: string | null, delivery: Delivery, signal: AbortSignal): Promise<void> {
  switch (target.type) {
    case 'smtp':
      return sendMail(target, secret, delivery, signal);
    case 'webhook':
      return sendWebhook(target, secret, delivery, signal);
    case 'slack':
      return sendSlack(target, secret, delivery, signal);
    case 'teams':
      return sendTeams(target, secret, delivery, signal);
    case 'syslog':
      return sendSyslog(target, secret, delivery, signal);
    case 'alertmanager':
      return sendToAlertmanager(target, secret, delivery, signal);
  }
}
