import { confirm } from '../api/confirm.js';
import { change, endpointCommand, report } from '../api/endpoint-command.js';
import type { Prepared } from '../api/request.js';
import { usage } from '../core/failure.js';
import { waitForJob } from '../jobs/wait.js';
import { isId, nameOf } from '../resolve/resolver.js';
import { flag, waitFlags, yesFlag } from '../run/flags.js';
import type { Run, Runnable } from '../run/run.js';
import type { Command, Table } from '../table/command.js';

const commandOf = (table: Table, id: string): Command => {
  const found = table.commands.find((each) => each.id === id);
  if (!found) throw new Error(`There is no command for ${id}`);
  return found;
};

/** `attachment create` with the two names as arguments. */
export function attachEndpoint(table: Table): Command {
  const create = commandOf(table, 'createAttachment');
  return {
    ...create,
    positionals: [
      { name: 'VOLUME', field: 'volumeId', in: 'body', reference: 'volume' },
      { name: 'NODE', field: 'nodeId', in: 'body', reference: 'node' },
    ],
    flags: create.flags.filter(({ field }) => field !== 'volumeId' && field !== 'nodeId'),
  };
}

const attach = (table: Table): Runnable => ({
  ...endpointCommand(attachEndpoint(table)),
  words: ['attach'],
  usage: 'attach VOLUME NODE',
  summary: 'Attach a volume to a client',
});

/** `detach db [c1]`: refused while the device is open. */
async function detach(run: Run): Promise<void> {
  const [volume, node, ...more] = run.positionals;
  if (volume === undefined || more.length > 0)
    throw usage('detach takes a volume and, if it has several clients, a node.', 'weft detach VOLUME [NODE]');
  const text = node === undefined ? volume : `${volume}@${node}`;
  const subject = await run.resolver.find('attachment', text);
  const command = commandOf(run.table, 'deleteAttachment');
  const prepared: Prepared = { command, params: { id: subject.id }, query: {}, body: undefined, subject, subjectText: text };
  await confirm(run, prepared, `detach ${nameOf('attachment', subject)}`);
  await report(run, command, await change(run, prepared));
}

async function wait(run: Run): Promise<void> {
  const [id, ...more] = run.positionals;
  if (id === undefined || more.length > 0) throw usage('job wait takes the id of one job.', 'weft job list shows all.');
  const job = isId(id) ? id : (await run.resolver.find('job', id)).id;
  await run.print('job', await waitForJob(run, job));
}

/** The log of one object, or of all: events with jobs, and the audit if it is wanted. */
async function logs(run: Run): Promise<void> {
  const [text, ...more] = run.positionals;
  if (more.length > 0) throw usage('logs takes one object.');
  const since = run.option('since');
  const last = run.option('last');
  if (since !== undefined && last !== undefined) throw usage('Give --since or --last, not both.');
  const { subjectOf } = await import('../run/subject.js');
  const { parseMoment, parseSeconds } = await import('../text/durations.js');
  const subject = text === undefined ? undefined : await subjectOf(run, text);
  const from =
    last === undefined ? since && parseMoment(since, Date.now()) : new Date(Date.now() - parseSeconds(last) * 1000).toISOString();
  const { printLogs } = await import('../live/logs.js');
  await printLogs(run, { ...(subject ? { subjectId: subject.id } : {}), ...(from ? { from } : {}) });
}

export const shortcuts = (table: Table): Runnable[] => [
  attach(table),
  {
    words: ['detach'],
    usage: 'detach VOLUME [NODE]',
    summary: 'Detach a volume; refused while its device is open',
    flags: [...waitFlags, yesFlag],
    completes: ['volume', 'node'],
    run: detach,
  },
  {
    words: ['job', 'wait'],
    usage: 'job wait ID',
    summary: 'Wait until a job has ended, and show its steps meanwhile',
    flags: [flag('timeout', 'Longest wait, such as 10m. The job continues after it. Absent: no limit.', { unit: 'seconds' })],
    completes: ['job'],
    run: wait,
  },
  {
    words: ['logs'],
    usage: 'logs [OBJECT]',
    summary: 'Events and jobs, oldest first: of the cluster, or of one object (NAME of a volume, or KIND/NAME)',
    details: 'The journals of servers and agents are not in it: read them on their machines with journalctl.',
    flags: [
      flag('last', 'How far back: 1h, 7d. Absent: everything that is kept.', { unit: 'seconds' }),
      flag('since', 'The same as a time: 2026-11-29T10:00:00Z.', { type: 'moment' }),
      flag('audit', 'Also who changed what, and refused requests. Needs the permission audit:read.', { type: 'boolean' }),
      flag('follow', 'Print new lines as they come, until Ctrl-C.', { type: 'boolean' }),
    ],
    completes: ['volume'],
    run: logs,
  },
];
