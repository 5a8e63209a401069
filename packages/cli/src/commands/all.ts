import { endpointCommand } from '../api/endpoint-command.js';
import { completionCommands } from '../completion/complete.js';
import { documentCommands } from '../documents/apply.js';
import { getCommand } from '../documents/get.js';
import { flag } from '../run/flags.js';
import type { Runnable } from '../run/run.js';
import type { Table } from '../table/command.js';
import { contextCommands } from './context.js';
import { doctorCommand } from './doctor.js';
import { explainCommand } from './explain.js';
import { loginCommands } from './login.js';
import { planCommand } from './plan.js';
import { shortcuts } from './shortcuts.js';

/** Commands whose code is loaded only when they run. */
const live: readonly Runnable[] = [
  {
    words: ['watch'],
    usage: 'watch [KIND…]',
    summary: 'Print changes as they happen, until Ctrl-C',
    details: 'A line for each change; JSON lines with -o json. Needs a session, or a token without nouns.',
    flags: [],
    completes: ['kind'],
    run: async (run) => (await import('../live/watch.js')).watch(run),
  },
  {
    words: ['top'],
    usage: 'top',
    summary: 'Live table of volumes, nodes and drives; printed once in a pipe',
    flags: [
      flag('interval', 'Time between two readings. Default: 2s.', { unit: 'seconds' }),
      flag('once', 'Print once and end.', { type: 'boolean' }),
    ],
    run: async (run) => (await import('../live/top.js')).top(run),
  },
  {
    words: ['stats'],
    usage: 'stats OBJECT',
    summary: 'Statistics of one object over time: NAME of a volume, KIND/NAME, or cluster',
    flags: [
      flag('last', 'How far back: 1h, 7d. Default: 1h.', { unit: 'seconds' }),
      flag('from', 'Start: 2026-11-29T10:00:00Z, or how long ago: 3h.', { type: 'moment' }),
      flag('to', 'End. Absent: now.', { type: 'moment' }),
      flag('step', 'Time between two values, a multiple of 10s.', { unit: 'seconds' }),
      flag('metrics', 'Names of metrics, separated by commas.'),
    ],
    completes: ['volume'],
    run: async (run) => (await import('../live/stats.js')).stats(run),
  },
];

/** Every command; hand-written ones go before those of the API with the same words. */
export function allCommands(table: Table): Runnable[] {
  const own = [
    ...loginCommands,
    ...contextCommands,
    ...shortcuts(table),
    getCommand,
    ...documentCommands,
    planCommand,
    ...live,
    explainCommand,
    doctorCommand,
    ...completionCommands,
  ];
  const taken = new Set(own.map(({ words }) => words.join(' ')));
  return [...own, ...table.commands.map(endpointCommand).filter(({ words }) => !taken.has(words.join(' ')))];
}
