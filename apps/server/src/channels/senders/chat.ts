import { detailsOf, linkOf, stateText, titleOf } from './message-text.js';
import { post } from './post.js';
import { type DeliveredAlert, SendError, type Sender } from './sender.js';

const COLOURS = { critical: '#c62828', warning: '#ef6c00', resolved: '#2e7d32' } as const;
const colourOf = ({ event, alert }: DeliveredAlert): string => COLOURS[event === 'resolved' ? 'resolved' : alert.severity];
/** Both services refuse long messages. Further alerts are counted in the title, and shown by the console. */
const MOST_SHOWN = 20;

/** Slack's own escapes (docs.slack.dev, "Formatting message text"). */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const required = (url: string | null): string => {
  if (url === null) throw new SendError('The channel has no address.', true);
  return url;
};

/** Slack's incoming webhooks, and compatible ones (Mattermost, Rocket.Chat). */
export const sendSlack: Sender<'slack'> = async ({ authority }, url, delivery, signal) => {
  const attachments = delivery.alerts.slice(0, MOST_SHOWN).map((each) => ({
    ...{ color: colourOf(each), fallback: each.alert.summary, title: escaped(`${stateText(each)}: ${each.alert.summary}`) },
    title_link: linkOf(delivery, `/alerts/${each.alert.id}`) ?? undefined,
    fields: detailsOf(delivery, each).map(([title, value]) => ({ title, value: escaped(value), short: value.length < 40 })),
  }));
  await post(required(url), JSON.stringify({ text: escaped(titleOf(delivery)), attachments }), { authority, signal });
};

/** Teams' workflow webhooks: an Adaptive Card (adaptivecards.io, schema 1.4). */
export const sendTeams: Sender<'teams'> = async ({ authority }, url, delivery, signal) => {
  const body = delivery.alerts.slice(0, MOST_SHOWN).flatMap((each) => [
    { ...text(`${stateText(each)}: ${each.alert.summary}`), weight: 'Bolder', color: teamsColour(each) },
    { type: 'FactSet', facts: detailsOf(delivery, each).map(([title, value]) => ({ title, value })) },
  ]);
  const card = {
    ...{ $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' },
    body: [{ ...text(titleOf(delivery)), size: 'Medium' }, ...body],
  };
  const message = { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }] };
  await post(required(url), JSON.stringify(message), { authority, signal });
};

const text = (value: string) => ({ type: 'TextBlock', text: value, wrap: true });
const teamsColour = ({ event, alert }: DeliveredAlert): string =>
  event === 'resolved' ? 'Good' : alert.severity === 'critical' ? 'Attention' : 'Warning';
