import type { Settings } from '../../api/types.js';

/** One setting as text, whatever its type on the server. Only the server validates it. */
export interface SettingField {
  /** The server's path of the setting. */
  name: string;
  group: 'Storage networks' | 'Attachments and paths' | 'Nodes and drives' | 'Statistics';
  label: string;
  description?: string;
  kind: 'number' | 'lines' | { value: string; label: string }[];
  read: (settings: Settings) => string;
  /** Writes the text into the request body. @throws RangeError when it cannot be parsed */
  write: (text: string, settings: Settings) => Record<string, unknown>;
}

const numberOf = (text: string): number => {
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(value)) throw new RangeError('Write a number.');
  return value;
};

type NumberName = {
  [K in keyof Settings]: Settings[K] extends number ? K : never;
}[keyof Settings];

const number = (group: SettingField['group'], name: NumberName, label: string, description?: string): SettingField => ({
  name,
  group,
  label,
  ...(description === undefined ? {} : { description }),
  kind: 'number',
  read: (settings) => String(settings[name]),
  write: (text) => ({ [name]: numberOf(text) }),
});

const keptHours = (key: keyof Settings['statisticsKeptHours'], resolution: string): SettingField => ({
  name: `statisticsKeptHours.${key}`,
  group: 'Statistics',
  label: `Kept at ${resolution}, hours`,
  kind: 'number',
  read: ({ statisticsKeptHours }) => String(statisticsKeptHours[key]),
  write: (text, { statisticsKeptHours }) => ({ statisticsKeptHours: { ...statisticsKeptHours, [key]: numberOf(text) } }),
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Every setting in the API. */
export const settingFields: readonly SettingField[] = [
  {
    name: 'storageNetworks',
    group: 'Storage networks',
    label: 'Networks',
    description:
      'One a line: its name, then its address ranges, as in “left 10.0.0.0/24”. A NIC belongs to the first that holds one of its addresses.',
    kind: 'lines',
    read: ({ storageNetworks }) => storageNetworks.map(({ name, cidrs }) => [name, ...cidrs].join(' ')).join('\n'),
    write: (text) => ({
      storageNetworks: lines(text).map((line) => {
        const [name = '', ...cidrs] = line.split(/[\s,]+/);
        return { name, cidrs };
      }),
    }),
  },
  {
    name: 'reattachByDefault',
    group: 'Attachments and paths',
    label: 'Attach again',
    description: 'For attachments that do not set it.',
    kind: [
      { value: 'true', label: 'after a client restarts' },
      { value: 'false', label: 'only when asked' },
    ],
    read: ({ reattachByDefault }) => String(reattachByDefault),
    write: (text) => ({ reattachByDefault: text === 'true' }),
  },
  number('Attachments and paths', 'keepAliveSeconds', 'Keep-alive, seconds'),
  number('Attachments and paths', 'reconnectDelaySeconds', 'Reconnect delay, seconds'),
  number('Attachments and paths', 'fastIoFailSeconds', 'Fast I/O fail, seconds', 'For the legs of mirrors that are not anchors.'),
  number('Attachments and paths', 'maxIoQueues', 'I/O queues of a controller, at most'),
  {
    name: 'ioPolicy',
    group: 'Attachments and paths',
    label: 'I/O policy of paths',
    kind: ['numa', 'round-robin', 'queue-depth'].map((value) => ({ value, label: value })),
    read: ({ ioPolicy }) => ioPolicy,
    write: (text) => ({ ioPolicy: text }),
  },
  {
    name: 'fenceForeignConnections',
    group: 'Attachments and paths',
    label: 'Foreign host connected to an export',
    description: 'A host that uses the NQN of a client from another address. A fence ends the I/O of the client too.',
    kind: [
      { value: 'false', label: 'raise a condition' },
      { value: 'true', label: 'raise a condition and fence the export' },
    ],
    read: ({ fenceForeignConnections }) => String(fenceForeignConnections),
    write: (text) => ({ fenceForeignConnections: text === 'true' }),
  },
  number('Nodes and drives', 'nodeLostAfterSeconds', 'A node is lost after, seconds', 'Without a message from its agent.'),
  {
    name: 'reservedRatio',
    group: 'Nodes and drives',
    label: 'Reserve of each drive, %',
    description: 'Never allocated.',
    kind: 'number',
    read: ({ reservedRatio }) => String(Number((reservedRatio * 100).toPrecision(12))),
    write: (text) => ({ reservedRatio: numberOf(text) / 100 }),
  },
  {
    name: 'agentServers',
    group: 'Nodes and drives',
    label: 'Servers of agents',
    description: 'Addresses given to agents, one a line. None: the one that they enrolled with.',
    kind: 'lines',
    read: ({ agentServers }) => agentServers.join('\n'),
    write: (text) => ({ agentServers: lines(text) }),
  },
  number('Statistics', 'statisticsIntervalSeconds', 'Agents sample every, seconds', 'What somebody watches is sampled every second.'),
  keptHours('tenSeconds', '10 s'),
  keptHours('minutes', '1 min'),
  keptHours('hours', '1 h'),
];
