import type { Flag } from '../table/command.js';

const flag = (name: string, description: string, more: Partial<Flag> = {}): Flag => ({
  ...{ name, field: name, in: 'query', type: 'string', description },
  ...more,
});
const toggle = (name: string, description: string): Flag => flag(name, description, { type: 'boolean' });

/** Options of every command. */
export const globalFlags: readonly Flag[] = [
  flag('output', 'Form of the data: table, wide, json, yaml, csv, name or jsonpath=EXPRESSION.'),
  flag('server', 'Address of the server, without the login of a context for another server.'),
  flag('context', 'Context to use instead of the current one.', { reference: 'context' }),
  flag('ca-file', 'Certificate of the authority to trust (PEM).'),
  flag('request-timeout', 'Longest wait for one answer. Default: 60s.', { unit: 'seconds' }),
  toggle('no-headers', 'Tables without titles.'),
  toggle('quiet', 'No progress and no remarks.'),
  toggle('help', 'Show the help of the command.'),
];

export const waitFlags: readonly Flag[] = [
  toggle('wait', 'Wait until the job has ended.'),
  flag('timeout', 'With --wait: longest wait, such as 10m. The job continues after it.', { unit: 'seconds' }),
];
export const yesFlag = toggle('yes', 'Do it without a question. Needed where there is no terminal.');
export const fileFlag = flag(
  'file',
  'Body of the request as YAML or JSON; - is standard input. Options of the command line replace its fields.',
);
export const dryRunFlag = toggle('dry-run', 'Ask the server what would happen. Changes nothing.');
export const versionFlag = flag('if-version', 'Version that the change is based on. Absent: the version that is read just before.', {
  type: 'integer',
});
export const keyFlag = flag('idempotency-key', 'A repetition with the same key within 24 hours makes nothing twice. Absent: a new key.');
export const selectorFlag = flag('selector', 'Only objects with these labels: key=value, repeated or separated by commas.');
export { flag, toggle };
