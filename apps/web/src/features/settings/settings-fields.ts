import { ioPolicies, type SettingName } from './settings-schema.js';

/** One setting as its input. */
export interface SettingField {
  name: SettingName;
  label: string;
  description?: string;
  kind: 'number' | 'text' | 'lines' | { value: string; label: string }[];
}

const number = (name: SettingName, label: string, description?: string): SettingField => ({
  name,
  label,
  kind: 'number',
  ...(description === undefined ? {} : { description }),
});

/** Every setting in the API, by section of the page. */
export const settingGroups: Readonly<Record<string, readonly SettingField[]>> = {
  'Storage networks': [
    {
      name: 'storageNetworks',
      label: 'Networks',
      description:
        'One network per line: name, then address ranges, as in “left 10.0.0.0/24”. A NIC belongs to the first network that contains one of its addresses.',
      kind: 'lines',
    },
  ],
  'Attachments and paths': [
    {
      name: 'reattachByDefault',
      label: 'Attach again',
      description: 'Default for attachments that do not set it.',
      kind: [
        { value: 'true', label: 'after a client restarts' },
        { value: 'false', label: 'only on request' },
      ],
    },
    number('keepAliveSeconds', 'Keep-alive, seconds'),
    number('reconnectDelaySeconds', 'Reconnect delay, seconds'),
    number('fastIoFailSeconds', 'Fast I/O fail, seconds', 'Applies to mirror legs that are not anchors.'),
    number('maxIoQueues', 'I/O queues per controller, maximum'),
    { name: 'ioPolicy', label: 'I/O policy of paths', kind: ioPolicies.map((value) => ({ value, label: value })) },
    {
      name: 'fenceForeignConnections',
      label: 'Foreign host connected to an export',
      description: 'A host uses the NQN of a client from another address. A fence also ends the I/O of the client.',
      kind: [
        { value: 'false', label: 'raise a condition' },
        { value: 'true', label: 'raise a condition and fence the export' },
      ],
    },
    {
      name: 'authentication',
      label: 'Authentication between clients and targets',
      description: 'Begins with the next attachment between nodes that share no other one.',
      kind: [
        { value: 'off', label: 'off' },
        { value: 'preferred', label: 'where both nodes can' },
        { value: 'required', label: 'required' },
      ],
    },
    number('keyRotationDays', 'Rotate authentication keys after, days', '0: only on request.'),
    {
      name: 'storageEncryption',
      label: 'Encryption of storage traffic (TLS)',
      description: 'Over TCP only; RDMA has none. Applies to new attachments. Required refuses those that cannot be encrypted.',
      kind: [
        { value: 'off', label: 'off' },
        { value: 'preferred', label: 'where both nodes can' },
        { value: 'required', label: 'required' },
      ],
    },
  ],
  'Nodes and drives': [
    number('nodeLostAfterSeconds', 'A node is lost after, seconds', 'Without a message from its agent.'),
    number('reservedRatio', 'Reserve of each drive, %', 'Never allocated.'),
    {
      name: 'agentServers',
      label: 'Servers for agents',
      description: 'One address per line. Empty: agents use the address they enrolled with.',
      kind: 'lines',
    },
  ],
  'Pools of thin legs': [
    number('poolExtendPercent', 'Extend a pool at, % used', 'Of its data or metadata, while its drive has space.'),
    number('poolStopPercent', 'No new legs in a pool at, % used', 'Neither volumes, nor snapshots and clones.'),
  ],
  Scrubs: [
    number('scrubIntervalDays', 'Scrub mirrored volumes every, days', '0: none by schedule. A volume may have its own interval.'),
    {
      name: 'scrubHours',
      label: 'Hours of scheduled scrubs, UTC',
      description: 'As in “22-4”: from 22:00 to 04:00. Empty: at any time.',
      kind: 'text',
    },
    number('scrubMiBPerSecond', 'Highest speed of a scrub, MiB/s', 'Of the volume; each byte is read from both halves.'),
  ],
  Statistics: [
    number('statisticsIntervalSeconds', 'Agents sample every, seconds', 'Charts on screen are sampled every second.'),
    number('keptTenSeconds', 'Kept at 10 s, hours'),
    number('keptMinutes', 'Kept at 1 min, hours'),
    number('keptHours', 'Kept at 1 h, hours'),
  ],
  Events: [number('eventsKeptDays', 'Kept after their last change, days')],
  Audit: [number('auditKeptDays', 'Entries kept, days', '0: for good.')],
  'The cluster as it was': [number('momentsKeptDays', 'Recorded moments kept, days')],
  'Backups of the database': [
    number('frequentBackups', 'Kept of every 5 minutes', '0: none are taken. The servers need a place for backups (Backups).'),
    number('hourlyBackups', 'Kept of each hour', '0: none are taken.'),
    number('dailyBackups', 'Kept of each day', '0: none are taken. A day begins at 00:00 UTC.'),
  ],
};
