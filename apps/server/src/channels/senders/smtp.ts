import { createTransport } from 'nodemailer';
import { detailsOf, plainMessage, stateText, titleOf } from './message-text.js';
import { authorities } from './post.js';
import { type Delivery, explained, SendError, type Sender } from './sender.js';

const TIMEOUT_MS = 15_000;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const valueHtml = (text: string): string => (/^https?:\/\//.test(text) ? `<a href="${escaped(text)}">${escaped(text)}</a>` : escaped(text));

/** The message as HTML without styles from elsewhere, pictures or scripts. */
export function htmlMessage(delivery: Delivery): string {
  const parts = delivery.alerts.map((each) => {
    const rows = detailsOf(delivery, each).map(
      ([heading, text]) => `<tr><th align="left" valign="top">${escaped(heading)}</th><td>${valueHtml(text)}</td></tr>`,
    );
    return `<h2>${escaped(`${stateText(each)}: ${each.alert.summary}`)}</h2><table cellpadding="4">${rows.join('')}</table>`;
  });
  const simulated = delivery.simulated ? '<p><strong>This cluster is simulated.</strong></p>' : '';
  return `<!doctype html><html lang="en"><body>${simulated}${parts.join('')}</body></html>`;
}

/** SMTP (RFC 5321) with STARTTLS (RFC 3207) or TLS from the start (RFC 8314), by nodemailer (docs/decisions/alert-channels.md). */
export const sendMail: Sender<'smtp'> = async (target, password, delivery, signal) => {
  const { host, port, security, username, from, to, authority } = target;
  const transport = createTransport({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...(username !== null && password !== null ? { auth: { user: username, pass: password } } : {}),
    ...{
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    tls: { minVersion: 'TLSv1.2', ...authorities(authority) },
  });
  const close = () => transport.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const { rejected } = await transport.sendMail({
      ...{ from, to, subject: titleOf(delivery), text: plainMessage(delivery), html: htmlMessage(delivery) },
      // The same for a repeated attempt, so that a mail program shows one message (RFC 5322, 3.6.4).
      messageId: `<${delivery.id}@${delivery.clusterId}.weft>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Weft-Cluster': delivery.clusterId },
    });
    if (rejected.length > 0) throw new SendError(`The server refused these recipients: ${rejected.map(String).join(', ')}.`, true);
  } catch (cause) {
    if (cause instanceof SendError) throw cause;
    throw new SendError(explained(cause), isRefusal(cause), { cause });
  } finally {
    signal.removeEventListener('abort', close);
    transport.close();
  }
};

/** A reply of 5yz is permanent (RFC 5321, 4.2.1). */
const isRefusal = (error: unknown): boolean => {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
};
