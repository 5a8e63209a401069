import { createHmac } from 'node:crypto';
import { post } from './post.js';
import type { Sender } from './sender.js';

/**
 * Value of the header `Weft-Signature`: `t=<seconds since 1970>,v1=<hex HMAC-SHA-256 of "<t>.<body>">` (RFC 2104). A receiver computes the same with the
 * shared secret, and refuses an old `t`.
 */
export const signatureOf = (secret: string, body: string, at: Date): string => {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

/** `version` rises when the form of the body changes. */
export const sendWebhook: Sender<'webhook'> = async ({ url, authority }, secret, delivery, signal) => {
  const { id, channelName: channel, clusterId, simulated, at, alerts } = delivery;
  const body = JSON.stringify({ version: 1, id, channel, clusterId, simulated, sentAt: at.toISOString(), notifications: alerts });
  const headers = { 'weft-delivery': id, ...(secret === null ? {} : { 'weft-signature': signatureOf(secret, body, at) }) };
  await post(url, body, { headers, authority, signal });
};
