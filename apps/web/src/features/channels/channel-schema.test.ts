import { describe, expect, it, test } from 'vitest';
import type { Channel } from '../../api/types.js';
import { changesOf, readForm } from '../../forms/read-form.js';
import { type ChannelForm, changedChannelSchema, channelFormSchema, formOfChannel, requiredIn } from './channel-schema.js';

const route = { minSeverity: 'warning', matchers: [], quietHours: null, digestMinutes: null, repeatHours: null, sendResolved: true };
const empty = (type: ChannelForm['type']) => formOfChannel(null, type, 'Europe/Berlin');
const read = (type: ChannelForm['type'], change: Partial<ChannelForm>) =>
  readForm(channelFormSchema, { ...empty(type), name: 'on-call', ...change }, (form: ChannelForm) => requiredIn(form, true));

describe('a new channel', () => {
  it.each([
    ['webhook', { url: 'http://h/' }, { type: 'webhook', url: 'http://h/', authority: null }],
    ['webhook', { url: 'http://h/', secret: 's' }, { type: 'webhook', url: 'http://h/', secret: 's', authority: null }],
    ['slack', { secret: 'https://h/x' }, { type: 'slack', url: 'https://h/x', authority: null }],
    ['teams', { secret: 'https://h/x' }, { type: 'teams', url: 'https://h/x', authority: null }],
    ['syslog', { host: 'log' }, { type: 'syslog', host: 'log', port: 6514, transport: 'tls', authority: null }],
    ['alertmanager', { url: 'http://am/' }, { type: 'alertmanager', url: 'http://am/', username: null, authority: null }],
    [
      'smtp',
      { host: 'mail', from: 'a@b.c', to: 'x@b.c\ny@b.c', username: 'weft', secret: 'p' },
      {
        ...{ type: 'smtp', host: 'mail', port: 587, security: 'starttls', username: 'weft', password: 'p', from: 'a@b.c' },
        ...{ to: ['x@b.c', 'y@b.c'], authority: null },
      },
    ],
  ] as const)('of type %s is read from %j', (type, change, target) => {
    expect(read(type, change).body).toEqual({ name: 'on-call', carries: 'alerts', enabled: true, route, target });
  });

  it('reads its route', () => {
    const change = {
      quietFrom: '22:00',
      quietTo: '06:00',
      digestMinutes: '15',
      repeatHours: '4',
      matchers: 'zone!=lab',
      sendResolved: false,
    };
    expect(read('webhook', { url: 'http://h/', ...change }).body?.route).toEqual({
      minSeverity: 'warning',
      matchers: [{ label: 'zone', operator: '!=', value: 'lab' }],
      quietHours: { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' },
      ...{ digestMinutes: 15, repeatHours: 4, sendResolved: false },
    });
  });

  it.each([
    ['webhook', { url: 'ftp://h/' }, 'url', 'It must be an http or https address.'],
    ['slack', { secret: 'nowhere' }, 'secret', 'It must be an http or https address.'],
    ['syslog', { host: 'log', port: '70000' }, 'port', 'It must be at most 65535.'],
    ['smtp', { host: 'm', from: 'a@b.c', to: 'x' }, 'to', '“x” must be an e-mail address, such as storage@example.com.'],
    ['webhook', { url: 'http://h/', matchers: 'zone' }, 'matchers', '“zone” is not a matcher. Write label=value or label!=value.'],
    ['webhook', { url: 'http://h/', digestMinutes: '0' }, 'digestMinutes', 'It must be at least 1.'],
  ] as const)('of type %s reports %j at its field', (type, change, field, message) => {
    expect(read(type, change).errors).toEqual({ [field]: message });
  });

  it('names the missing fields', () => {
    expect(read('smtp', { port: '' }).refusedBecause).toBe('Enter a host, enter a port, enter a sender, enter a receiver first.');
    expect(read('webhook', { url: 'http://h/', quietFrom: '22:00' }).refusedBecause).toBe('Enter when quiet hours end first.');
  });
});

test('sends only what changed of a channel, and its secret only when it is given again', () => {
  const channel = {
    name: 'on-call',
    enabled: true,
    route,
    target: { type: 'alertmanager', url: 'http://am/', username: 'weft', authority: null },
  } as unknown as Channel;
  const form = formOfChannel(channel, 'alertmanager', 'UTC');
  const bodyOf = (change: Partial<ChannelForm>) => readForm(changedChannelSchema, { ...form, ...change }).body;
  const changed = (change: Partial<ChannelForm>) => changesOf(bodyOf({}), bodyOf(change) ?? {});
  expect(changed({})).toEqual({});
  expect(changed({ enabled: false })).toEqual({ enabled: false });
  expect(changed({ repeatHours: '2' })).toEqual({ route: { ...route, repeatHours: 2 } });
  expect(changed({ secret: 'new' })).toEqual({ target: { ...channel.target, password: 'new' } });
});
