import type { ChannelTarget } from '@weft/shared/kinds/alerting/channel';
import { sendToAlertmanager } from './alertmanager.js';
import { sendSlack, sendTeams } from './chat.js';
import { type Delivery, SendError } from './sender.js';
import { sendMail } from './smtp.js';
import { sendSyslog } from './syslog.js';
import { sendWebhook } from './webhook.js';

/** Longest time of one attempt. */
const SEND_WITHIN_MS = 20_000;

/** Sends a delivery to a target of any type. @throws SendError, also when `signal` aborts or the receiver does not answer in time. */
export async function send(target: ChannelTarget, secret: string | null, delivery: Delivery, signal: AbortSignal): Promise<void> {
  await inTime(signal, (within) => sendBy(target, secret, delivery, within));
}

/** One attempt. @throws SendError, also when it takes too long */
export async function inTime(signal: AbortSignal, attempt: (within: AbortSignal) => Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(SEND_WITHIN_MS);
  try {
    await attempt(AbortSignal.any([signal, late]));
  } catch (cause) {
    if (!late.aborted) throw cause;
    throw new SendError(`The receiver did not answer within ${SEND_WITHIN_MS / 1000} s.`, false, { cause });
  }
}

function sendBy(target: ChannelTarget, secret: string | null, delivery: Delivery, signal: AbortSignal): Promise<void> {
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
