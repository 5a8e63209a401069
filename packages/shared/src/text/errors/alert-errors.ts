import { count, word } from '../field.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of alerts, silences and channels. */
export const alertErrors = {
  'alert-not-firing': error(
    'wrong-state',
    { state: word },
    ({ state }) => words`Only a firing alert can be acknowledged; this one is ${state}.`,
    { state: 'resolved' },
  ),
  'alert-not-acknowledged': error('wrong-state', {}, () => words`Nobody has acknowledged this alert.`, {}),
  'silence-ends-too-early': error(
    'invalid-field',
    {},
    () => words`A silence must end after it starts, and in the future. Give a later endsAt.`,
    {},
  ),
  'silence-too-long': error(
    'invalid-field',
    { mostDays: count },
    ({ mostDays }) => words`A silence may last at most ${mostDays} days. Change the threshold or the route of a channel instead.`,
    { mostDays: 90 },
  ),
  'silence-ended': error('wrong-state', {}, () => words`This silence has ended. Create a new one.`, {}),
  'too-many-silences': error(
    'not-possible',
    { limit: count },
    ({ limit }) => words`There are ${limit} planned and active silences, which is the limit. End one of them first.`,
    { limit: 500 },
  ),
  'channel-name-taken': error('name-taken', { name: word }, ({ name }) => words`There is already a channel ${name}. Choose another name.`, {
    name: 'on-call',
  }),
  'too-many-channels': error(
    'not-possible',
    { limit: count },
    ({ limit }) => words`There are ${limit} channels, which is the limit. Delete one of them first.`,
    { limit: 100 },
  ),
  'channel-type-fixed': error(
    'not-possible',
    { type: word },
    ({ type }) => words`The type of a channel cannot be changed; this one is ${type}. Create a new channel.`,
    { type: 'smtp' },
  ),
  'channel-takes-no-audit': error(
    'not-possible',
    {},
    () => words`The audit goes to webhooks, and to syslog over TCP or TLS: a lost datagram would be lost unnoticed.`,
    {},
  ),
  'channel-secret-missing': error(
    'invalid-field',
    { name: word, type: word },
    ({ name, type }) => words`A channel of type ${type} needs ${name}.`,
    { name: 'url', type: 'slack' },
  ),
  'channel-password-without-user': error(
    'invalid-field',
    {},
    () => words`A password needs a username, and a username needs a password.`,
    {},
  ),
  'channel-target-moved': error(
    'not-possible',
    {},
    () => words`The receiver changes, and the stored secret is not sent to a new receiver. Give the secret again.`,
    {},
  ),
  'alert-threshold-unknown': error(
    'invalid-field',
    { rule: word },
    ({ rule }) => words`There is no rule ${rule} with a threshold. docs/alerts.md lists them.`,
    { rule: 'WeftDriveHott' },
  ),
  'alert-threshold-out-of-range': error(
    'invalid-field',
    { rule: word, min: word, max: word, unit: word },
    ({ rule, min, max, unit }) => words`The threshold of ${rule} must be from ${min} to ${max} (${unit}).`,
    { rule: 'WeftDriveHot', min: '20', max: '150', unit: 'celsius' },
  ),
  'alert-threshold-scope': error(
    'invalid-field',
    { rule: word },
    ({ rule }) =>
      words`A threshold of ${rule} cannot depend on that: rules about volumes take a label of volumes or a drive class, rules about drives and drive classes take a drive class.`,
    { rule: 'WeftDriveHot' },
  ),
  'secrets-key-missing': error(
    'not-possible',
    {},
    () =>
      words`This server has no key for secrets, so it cannot store a password, the key of a volume or a second factor. Set secretsKeyFile on every server (docs/configuration.md), and restart them.`,
    {},
  ),
  'vault-not-set': error(
    'not-possible',
    {},
    () => words`The key was wrapped by a transit engine, and this server has no vaultUrl and vaultTokenFile. Set both on every server.`,
    {},
  ),
  'vault-failed': error(
    'unavailable',
    { path: word, failure: word },
    ({ path, failure }) =>
      words`The key service refused or did not answer ${path}: ${failure}. Check vaultUrl, the token and its policy, and that the service is unsealed. The server repeats what waits for it.`,
    { path: 'v1/transit/decrypt/weft', failure: '403 permission denied' },
  ),
  'secret-unreadable': error(
    'not-possible',
    {},
    () =>
      words`This secret was encrypted with another key. Set secretsKeyFile to that key on every server, or give the secret of a channel again.`,
    {},
  ),
};
