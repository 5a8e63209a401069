import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { connect, isIPv6, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { linkOf, stateText } from './message-text.js';
import { authorities } from './post.js';
import { type DeliveredAlert, type Delivery, explained, SendError, type Sender, type TargetOf } from './sender.js';

/** Facility "system daemons" (RFC 5424, 6.2.1). */
const FACILITY = 3;
const SEVERITY = { critical: 2, warning: 4, resolved: 5, test: 6 } as const;
const LINGER_MS = 2000;

/** RFC 5424, 6.3.3: these characters are escaped in a parameter's value. */
const escaped = (value: string): string => value.replace(/["\\\]]/g, (character) => `\\${character}`);
/** RFC 5424, 6: printable ASCII without spaces. */
const ascii = (text: string, most: number): string => text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-';

interface SyslogMessage {
  facility: number;
  severity: number;
  at: Date;
  messageId: string;
  /** What programs need: nobody has to parse the text. */
  data: Readonly<Record<string, string>>;
  text: string;
}

/** RFC 5424. */
export function formatted({ facility, severity, at, messageId, data, text }: SyslogMessage): string {
  const header = [`<${facility * 8 + severity}>1`, at.toISOString(), ascii(hostname(), 255), 'weft-server', String(process.pid)];
  const params = Object.entries(data).map(([name, value]) => `${name}="${escaped(value)}"`);
  // 32473 is the enterprise number for examples (RFC 5612): Weft has none of its own.
  return `${header.join(' ')} ${ascii(messageId, 32)} [weft@32473 ${params.join(' ')}] \ufeff${text}`;
}

/** One alert as a message. */
export function syslogMessage(
  { event, alert, id }: DeliveredAlert,
  delivery: Pick<Delivery, 'at' | 'clusterId' | 'simulated' | 'consoleUrl'>,
): string {
  const severity = SEVERITY[event === 'resolved' || event === 'test' ? event : alert.severity];
  const link = linkOf(delivery, alert.link);
  const data = {
    ...{ event, rule: alert.rule, severity: alert.severity, alert: alert.id, notification: id, cluster: delivery.clusterId },
    ...{ kind: alert.subject.kind, object: alert.subject.name, since: alert.startedAt, simulated: String(delivery.simulated) },
    ...(link ? { link } : {}),
  };
  const text = `[${stateText({ event, alert, id })}] ${alert.summary}`;
  return formatted({ facility: FACILITY, severity, at: delivery.at, messageId: alert.rule, data, text });
}

export const sendSyslog: Sender<'syslog'> = (target, _secret, delivery, signal) =>
  sendMessages(
    target,
    delivery.alerts.map((each) => syslogMessage(each, delivery)),
    signal,
  );

/** @throws SendError */
export async function sendMessages(target: TargetOf<'syslog'>, texts: readonly string[], signal: AbortSignal): Promise<void> {
  const messages = texts.map((text) => Buffer.from(text));
  try {
    await (target.transport === 'udp' ? sendDatagrams(target, messages) : sendStream(target, messages, signal));
  } catch (cause) {
    if (cause instanceof SendError) throw cause;
    throw new SendError(explained(cause), false, { cause });
  }
}

/** RFC 5426: one message a datagram. Nobody confirms it: a receiver that is gone shows only if the host refuses. */
async function sendDatagrams({ host, port }: TargetOf<'syslog'>, messages: readonly Buffer[]): Promise<void> {
  const { address } = await lookup(host);
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) => socket.send(message, port, address, (error) => (error ? reject(error) : resolve())));
  } finally {
    socket.close();
  }
}

/** RFC 6587, 3.4.1 (octet counting) and RFC 5425. The close is awaited, so that a receiver that is gone is an error. */
function sendStream(
  { host, port, transport, authority }: TargetOf<'syslog'>,
  messages: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> {
  const frames = Buffer.concat(messages.flatMap((message) => [Buffer.from(`${message.length} `), message]));
  return new Promise((resolve, reject) => {
    const name = transport === 'tls' && !/^[\d.:]+$/.test(host) ? { servername: host } : {};
    const socket: Socket =
      transport === 'tls' ? connectTls({ host, port, ...name, minVersion: 'TLSv1.2', ...authorities(authority) }) : connect({ host, port });
    const give = () => socket.destroy(new SendError('The receiver took no message in time.', false));
    signal.addEventListener('abort', give, { once: true });
    socket.on('error', reject);
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () => socket.end(frames));
    // Many receivers keep the connection open: data that TCP has acknowledged count as delivered.
    socket.once('finish', () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    socket.on('data', () => undefined);
    socket.once('close', (failed) => {
      signal.removeEventListener('abort', give);
      if (!failed) resolve();
    });
  });
}
