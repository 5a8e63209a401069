import { z } from 'zod';
import { lineSchema, nameSchema } from '../../identity.js';
import { objectFields } from '../common.js';
import { alertSeverities, matcherSchema } from './alert.js';

/*
 * A channel is a receiver of alerts with a route: which alerts it gets, and when. Secrets are write-only: an answer states only whether one is set.
 */

const port = z.int().min(1).max(65_535);
const host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an address');
const address = lineSchema(320, z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'must be an e-mail address, such as storage@example.com'));
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2048);
/** PEM of a certificate authority that signed the receiver's certificate. */
const authority = z.string().max(65_536).nullable().default(null).meta({
  description: "PEM of the certificate authority of the receiver. Null: the authorities that the server's system trusts.",
});
const secret = z.string().min(1).max(2048).optional().meta({ description: 'Write-only. Absent in a change: it stays as it is.' });

const smtp = z.strictObject({
  type: z.literal('smtp'),
  host,
  port,
  security: z.enum(['starttls', 'tls', 'none']).meta({ description: 'starttls and tls require a valid certificate; none sends in clear.' }),
  username: lineSchema(256).nullable().default(null),
  password: secret,
  from: address,
  to: z.array(address).min(1).max(32),
  authority,
});
const webhook = z.strictObject({ type: z.literal('webhook'), url: httpUrl, secret, authority });
const slack = z.strictObject({ type: z.literal('slack'), url: httpUrl.optional(), authority });
const teams = z.strictObject({ type: z.literal('teams'), url: httpUrl.optional(), authority });
const syslog = z.strictObject({ type: z.literal('syslog'), host, port, transport: z.enum(['udp', 'tcp', 'tls']), authority });
const alertmanager = z.strictObject({
  type: z.literal('alertmanager'),
  url: httpUrl,
  username: lineSchema(256).nullable().default(null),
  password: secret,
  authority,
});

export const channelTargetSchema = z
  .discriminatedUnion('type', [smtp, webhook, slack, teams, syslog, alertmanager])
  .meta({ id: 'ChannelTarget', description: 'The address of a Slack or Teams webhook is itself a secret.' });
export type ChannelTarget = z.infer<typeof channelTargetSchema>;
export type ChannelType = ChannelTarget['type'];
export const channelTypes = ['smtp', 'webhook', 'slack', 'teams', 'syslog', 'alertmanager'] as const satisfies readonly ChannelType[];

/** What a channel gets; fixed. */
export const channelContents = ['alerts', 'audit'] as const;
export type ChannelContent = (typeof channelContents)[number];

/** Programs read the audit. A datagram that is lost is lost unnoticed. */
export const isAuditTarget = (target: ChannelTarget): boolean =>
  target.type === 'webhook' || (target.type === 'syslog' && target.transport !== 'udp');

/** The write-only field of each type; syslog has none. */
export const secretFieldOf = {
  smtp: 'password',
  webhook: 'secret',
  slack: 'url',
  teams: 'url',
  syslog: null,
  alertmanager: 'password',
} as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 22:00');
const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'must be a time zone, such as Europe/Berlin');

export const channelRouteSchema = z
  .strictObject({
    minSeverity: z.enum(alertSeverities).default('warning'),
    matchers: z.array(matcherSchema).max(16).default([]).meta({ description: 'The channel gets alerts that match all of them.' }),
    quietHours: z
      .strictObject({ from: time, to: time, timeZone })
      .nullable()
      .default(null)
      .meta({ description: 'Between these times critical alerts alone are sent at once; the others follow at the end.' }),
    digestMinutes: z.int().min(1).max(1440).nullable().default(null).meta({
      description: 'Alerts below critical are collected and sent together each so many minutes. Null: at once.',
    }),
    repeatHours: z.int().min(1).max(168).nullable().default(null).meta({
      description: 'A firing alert that nobody has acknowledged is sent again after this time. Null: never.',
    }),
    sendResolved: z.boolean().default(true),
  })
  .meta({ id: 'ChannelRoute' });
export type ChannelRoute = z.infer<typeof channelRouteSchema>;

const fields = { enabled: z.boolean().default(true), route: channelRouteSchema.prefault({}), target: channelTargetSchema };
const carries = z.enum(channelContents).meta({
  description:
    'alerts: by its route. audit: every entry of the audit from now on, in order; only to a webhook, or to syslog over TCP or TLS. Cannot be changed.',
});
export const channelCreateSchema = z
  .strictObject({ name: nameSchema, carries: carries.default('alerts'), ...fields })
  .refine(({ carries, target }) => carries === 'alerts' || isAuditTarget(target), {
    path: ['carries'],
    error: 'must be alerts for this target: the audit goes to webhooks, and to syslog over TCP or TLS',
  })
  .meta({ id: 'ChannelCreate' });
export type ChannelCreate = z.infer<typeof channelCreateSchema>;
export const channelUpdateSchema = z
  .strictObject({ enabled: z.boolean().optional(), route: channelRouteSchema.optional(), target: channelTargetSchema.optional() })
  .meta({ id: 'ChannelUpdate' });
export type ChannelUpdate = z.infer<typeof channelUpdateSchema>;

const failure = z
  .strictObject({ since: z.iso.datetime(), attempts: z.int(), error: z.string(), nextAttemptAt: z.iso.datetime().nullable() })
  .meta({ id: 'ChannelFailure' });

export const channelSchema = z
  .strictObject({
    ...objectFields,
    name: nameSchema,
    carries,
    enabled: z.boolean(),
    route: channelRouteSchema.meta({ description: 'Of a channel for alerts.' }),
    target: channelTargetSchema.meta({ description: 'Without its secret.' }),
    secretSet: z.boolean(),
    lastSentAt: z.iso.datetime().nullable(),
    failure: failure.nullable().meta({ description: 'The last attempt failed. Null: it did not.' }),
    waitingCount: z.int().meta({ description: 'Notifications that wait to be sent; of a channel for the audit: links of its hash chain.' }),
    failedCount: z.int().meta({ description: 'Notifications that were given up (dead letters).' }),
  })
  .meta({ id: 'Channel', description: 'A receiver of alerts or of the audit.' });
export type Channel = z.infer<typeof channelSchema>;

export const notificationEvents = ['firing', 'resolved', 'escalated', 'repeated'] as const;
export type NotificationEvent = (typeof notificationEvents)[number];
export const notificationStates = ['waiting', 'sent', 'failed'] as const;

export const notificationSchema = z
  .strictObject({
    ...objectFields,
    channelId: z.string(),
    channelName: z.string(),
    alertId: z.string(),
    event: z.enum(notificationEvents),
    state: z.enum(notificationStates),
    summary: z.string(),
    severity: z.enum(alertSeverities),
    dueAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
  })
  .meta({ id: 'Notification', description: 'What a channel gets about one change of one alert.' });
export type Notification = z.infer<typeof notificationSchema>;

/** Result of a test message. */
export const channelTestSchema = z
  .strictObject({ sent: z.boolean(), error: z.string().nullable(), milliseconds: z.int() })
  .meta({ id: 'ChannelTest' });
