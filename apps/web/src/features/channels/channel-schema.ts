import {
  type ChannelCreate,
  type ChannelType,
  channelContents,
  channelCreateSchema,
  channelTargetSchema,
  channelTypes,
} from '@weft/shared/kinds/alerting/channel';
import { z } from 'zod';
import type { Channel } from '../../api/types.js';
import { issueSentence, requirement, sentenceIssue } from '../../forms/sentences.js';
import { matchersText, readMatcher } from '../alerts/matchers-text.js';

/** Every field of every type, as text: the form shows those of its type. */
const fields = z.object({
  name: z.string(),
  carries: z.enum(channelContents),
  enabled: z.boolean(),
  type: z.enum(channelTypes),
  host: z.string(),
  port: z.string(),
  security: z.enum(['starttls', 'tls', 'none']),
  transport: z.enum(['udp', 'tcp', 'tls']),
  url: z.string(),
  username: z.string(),
  secret: z.string(),
  from: z.string(),
  to: z.string(),
  authority: z.string(),
  minSeverity: z.enum(['warning', 'critical']),
  matchers: z.string(),
  quietFrom: z.string(),
  quietTo: z.string(),
  quietZone: z.string(),
  digestMinutes: z.string(),
  repeatHours: z.string(),
  sendResolved: z.boolean(),
});
export type ChannelForm = z.input<typeof fields>;
export type ChannelField = keyof ChannelForm;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const lines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** @returns the target as sent; the contract checks it */
function targetOf(form: ChannelForm): unknown {
  const { type, host, port, url, from } = form;
  const authority = orNull(form.authority);
  const secret = (name: string) => (form.secret === '' ? {} : { [name]: form.secret });
  const username = orNull(form.username);
  switch (type) {
    case 'smtp': {
      const to = lines(form.to);
      return { type, host, port: Number(port), security: form.security, username, ...secret('password'), from, to, authority };
    }
    case 'webhook':
      return { type, url, ...secret('secret'), authority };
    case 'slack':
    case 'teams':
      return { type, ...secret('url'), authority };
    case 'syslog':
      return { type, host, port: Number(port), transport: form.transport, authority };
    case 'alertmanager':
      return { type, url, username, ...secret('password'), authority };
  }
}

const routeOf = (form: ChannelForm): unknown => ({
  minSeverity: form.minSeverity,
  matchers: form.matchers
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readMatcher(line.trim())),
  quietHours: form.quietFrom === '' && form.quietTo === '' ? null : { from: form.quietFrom, to: form.quietTo, timeZone: form.quietZone },
  digestMinutes: numberOrNull(form.digestMinutes),
  repeatHours: numberOrNull(form.repeatHours),
  sendResolved: form.sendResolved,
});

/** Fields of the form by their paths in the request, where the names differ. */
export const channelFieldsOf = (type: ChannelType): Readonly<Record<string, ChannelField>> => ({
  'target.url': type === 'slack' || type === 'teams' ? 'secret' : 'url',
  'target.password': 'secret',
  'target.secret': 'secret',
  'route.quietHours.from': 'quietFrom',
  'route.quietHours.to': 'quietTo',
  'route.quietHours.timeZone': 'quietZone',
  ...Object.fromEntries(
    (['host', 'port', 'security', 'transport', 'username', 'from', 'to', 'authority'] as const).map((field) => [`target.${field}`, field]),
  ),
  ...Object.fromEntries(
    (['minSeverity', 'matchers', 'digestMinutes', 'repeatHours', 'sendResolved'] as const).map((field) => [`route.${field}`, field]),
  ),
});

/** Reads the form by the contract's own schema. */
export const channelFormSchema = fields.transform((form, context): ChannelCreate => {
  const report = (field: string, sentence: string) => context.addIssue({ ...sentenceIssue(sentence), path: [field] });
  let route: unknown;
  try {
    route = routeOf(form);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report('matchers', error.message);
    return z.NEVER;
  }
  const body = { name: form.name, carries: form.carries, enabled: form.enabled, route, target: targetOf(form) };
  const checked = channelCreateSchema.safeParse(body, { error: requirement, reportInput: true });
  if (checked.success) return checked.data;
  const names = channelFieldsOf(form.type);
  for (const issue of checked.error.issues) {
    const path = issue.path.join('.');
    const found = Object.keys(names).find((each) => path === each || path.startsWith(`${each}.`));
    const field = found === undefined ? String(issue.path[0]) : (names[found] ?? '');
    report(field, issueSentence(issue, issue.path.slice(found?.split('.').length ?? 1)));
  }
  return z.NEVER;
});

/** An existing channel keeps its name and its content. */
export const changedChannelSchema = channelFormSchema.transform(({ name: _, carries: __, ...changed }) => changed);

/** Fields that each type needs, with the step that fills them in. */
export function requiredIn({ type, quietFrom, quietTo }: ChannelForm, isNew: boolean): Partial<Record<ChannelField, string>> {
  const host = { host: 'enter a host', port: 'enter a port' };
  const quiet =
    quietFrom === '' && quietTo === '' ? {} : { quietFrom: 'enter when quiet hours begin', quietTo: 'enter when quiet hours end' };
  const ofType = {
    smtp: { ...host, from: 'enter a sender', to: 'enter a receiver' },
    webhook: { url: 'enter an address' },
    slack: isNew ? { secret: 'enter the address' } : {},
    teams: isNew ? { secret: 'enter the address' } : {},
    syslog: host,
    alertmanager: { url: 'enter an address' },
  }[type];
  return { ...(isNew ? { name: 'enter a name' } : {}), ...ofType, ...quiet };
}

/** Usual ports, for a new channel. */
export const PORTS: Partial<Record<ChannelType, string>> = { smtp: '587', syslog: '6514' };

/** @param zone time zone of a new channel's quiet hours */
export function formOfChannel(channel: Channel | null, type: ChannelType, zone: string): ChannelForm {
  const target = channel ? (channelTargetSchema.parse(channel.target) as Record<string, unknown>) : {};
  const text = (name: string) => (target[name] === undefined || target[name] === null ? '' : String(target[name]));
  const route = channel?.route;
  return {
    ...{
      name: channel?.name ?? '',
      carries: channel?.carries ?? 'alerts',
      enabled: channel?.enabled ?? true,
      type: channel?.target.type ?? type,
      secret: '',
    },
    ...{ host: text('host'), port: text('port') || (PORTS[type] ?? ''), url: text('url'), username: text('username'), from: text('from') },
    to: ((target['to'] as string[] | undefined) ?? []).join('\n'),
    security: (target['security'] as ChannelForm['security'] | undefined) ?? 'starttls',
    transport: (target['transport'] as ChannelForm['transport'] | undefined) ?? 'tls',
    authority: text('authority'),
    minSeverity: route?.minSeverity ?? 'warning',
    matchers: matchersText(route?.matchers ?? []),
    ...{ quietFrom: route?.quietHours?.from ?? '', quietTo: route?.quietHours?.to ?? '', quietZone: route?.quietHours?.timeZone ?? zone },
    ...{ digestMinutes: String(route?.digestMinutes ?? ''), repeatHours: String(route?.repeatHours ?? '') },
    sendResolved: route?.sendResolved ?? true,
  };
}
