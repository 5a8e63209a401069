import type { AlertSeverity } from '@weft/shared/alerts/rules/rule';
import { alertSeverities } from '@weft/shared/kinds/alerting/alert';
import type { ChannelRoute, NotificationEvent } from '@weft/shared/kinds/alerting/channel';
import { matchesAll } from '@weft/shared/kinds/alerting/matchers';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Whether a channel gets this change of an alert. */
export const isRouted = (
  { minSeverity, matchers, sendResolved }: ChannelRoute,
  { labels, severity }: { labels: Readonly<Record<string, string>>; severity: AlertSeverity },
  event: NotificationEvent,
): boolean =>
  (event !== 'resolved' || sendResolved) &&
  alertSeverities.indexOf(severity) >= alertSeverities.indexOf(minSeverity) &&
  matchesAll(labels, matchers);

/** When a channel sends it: critical alerts at once, others after the quiet hours and with the next digest. */
export function dueAt({ quietHours, digestMinutes }: ChannelRoute, severity: AlertSeverity, now: Date): Date {
  if (severity === 'critical') return now;
  const minutes = quietHours ? minutesUntilEnd(quietHours, now) : 0;
  const awake = minutes === 0 ? now.getTime() : Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
  const step = (digestMinutes ?? 0) * MINUTE_MS;
  return new Date(step === 0 ? awake : Math.ceil(awake / step) * step);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes until the quiet hours end; 0: they are not now. The end is that of the clock: on a day with a change of the clock it is an hour off. */
function minutesUntilEnd({ from, to, timeZone }: NonNullable<ChannelRoute['quietHours']>, now: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);
  const [at, start, end] = [minutesOf(parts), minutesOf(from), minutesOf(to)];
  const length = (end - start + DAY_MINUTES) % DAY_MINUTES;
  const into = (at - start + DAY_MINUTES) % DAY_MINUTES;
  return into < length ? length - into : 0;
}

/** Whether a firing alert that nobody works on is sent again. `last`: when the channel last got it. */
export const isRepeatDue = ({ repeatHours }: ChannelRoute, last: Date, now: Date): boolean =>
  repeatHours !== null && now.getTime() - last.getTime() >= repeatHours * 60 * MINUTE_MS;
