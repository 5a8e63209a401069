import type { DeliveredAlert, Delivery } from './sender.js';

/** A word for what happened to the alert. */
const words = { firing: 'Firing', resolved: 'Resolved', escalated: 'More serious', repeated: 'Still firing', test: 'Test' } as const;

export const stateText = ({ event, alert }: DeliveredAlert): string =>
  event === 'resolved' || event === 'test' ? words[event] : `${words[event]} (${alert.severity})`;

/** The first line of a message. */
export function titleOf({ alerts, simulated }: Delivery): string {
  const [first, ...more] = alerts;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `${simulated ? 'SIMULATED: ' : ''}[${stateText(first)}] ${first.alert.summary}${others}`;
}

export const linkOf = ({ consoleUrl }: Pick<Delivery, 'consoleUrl'>, path: string): string | null =>
  consoleUrl === null ? null : `${consoleUrl.replace(/\/$/, '')}${path}`;

/** Pairs of a heading and a text about one alert. Empty texts are left out. */
export function detailsOf(delivery: Delivery, { event, alert }: DeliveredAlert): [string, string][] {
  const { meaning, action, subjects, subjectCount, startedAt, resolvedAt, consequenceCount } = alert;
  const names = subjects.map(({ name }) => name).join(', ');
  const rest = subjectCount - subjects.length;
  const details: [string, string | null][] = [
    ['Meaning', event === 'resolved' ? null : meaning],
    ['What to do', event === 'resolved' ? null : action],
    ['Objects', `${names}${rest > 0 ? ` and ${rest} more` : ''}`],
    ['Consequences', consequenceCount > 0 ? `${consequenceCount} open ${consequenceCount === 1 ? 'alert' : 'alerts'}` : null],
    ['Since', startedAt],
    ['Until', resolvedAt],
    ['Object at that moment', linkOf(delivery, alert.link)],
    ['Alert', event === 'test' ? null : linkOf(delivery, `/alerts/${alert.id}`)],
  ];
  return details.flatMap(([heading, text]): [string, string][] => (text ? [[heading, text]] : []));
}

/** The whole message as plain text. */
export function plainMessage(delivery: Delivery): string {
  const parts = delivery.alerts.map((each) => {
    const details = detailsOf(delivery, each).map(([heading, text]) => `${heading}: ${text}`);
    return [`[${stateText(each)}] ${each.alert.summary}`, ...details].join('\n');
  });
  return `${delivery.simulated ? 'This cluster is simulated.\n\n' : ''}${parts.join('\n\n')}\n`;
}
