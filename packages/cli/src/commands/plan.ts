import { prepare } from '../api/request.js';
import { parseOptions } from '../arguments/parse.js';
import { usage } from '../core/failure.js';
import { commandHelp } from '../help/help.js';
import { findCommand } from '../run/find.js';
import { globalFlags } from '../run/flags.js';
import { Run, type Runnable } from '../run/run.js';
import type { Command } from '../table/command.js';
import { safeLine } from '../text/safe.js';
import { attachEndpoint } from './shortcuts.js';

type Fields = Record<string, unknown>;
type Made = { id: string; body: Fields };

/** The kind of a plan for each change, and its fields. */
const KINDS: Record<string, (made: Made) => Fields> = {
  createVolume: ({ body }) => ({ kind: 'volume.create', volume: body }),
  updateVolume: ({ id, body }) => ({ kind: 'volume.grow', volumeId: id, sizeBytes: body.sizeBytes }),
  deleteVolume: ({ id }) => ({ kind: 'volume.delete', volumeId: id }),
  acceptLoss: ({ id, body }) => ({ kind: 'volume.accept-loss', volumeId: id, legIds: body.legIds }),
  discardLegs: ({ id, body }) => ({ kind: 'volume.discard', volumeId: id, legIds: body.legIds }),
  createAttachment: ({ body }) => ({ kind: 'attachment.create', attachment: body }),
  updateAttachment: ({ id, body }) => ({ kind: 'attachment.limit', attachmentId: id, limits: body.limits ?? null }),
  deleteAttachment: ({ id }) => ({ kind: 'attachment.delete', attachmentId: id }),
  revokeAttachment: ({ id, body: { volumeName: _, ...rest } }) => ({ kind: 'attachment.revoke', attachmentId: id, ...rest }),
  takeDrive: ({ id }) => ({ kind: 'drive.take', driveId: id }),
  wipeDrive: ({ id, body }) => ({ kind: 'drive.wipe', driveId: id, ...(body['method'] ? { method: body['method'] } : {}) }),
  releaseDrive: ({ id }) => ({ kind: 'drive.release', driveId: id }),
  evictDrive: ({ id }) => ({ kind: 'drive.evict', driveId: id }),
  drainNode: ({ id }) => ({ kind: 'node.drain', nodeId: id }),
  startMaintenance: ({ id }) => ({ kind: 'node.maintenance', nodeId: id }),
};
/** Shortcuts are the same change under another name. */
const SHORTCUTS: Record<string, string> = { attach: 'createAttachment', detach: 'deleteAttachment' };

export const planned = Object.keys(KINDS);

/** `plan volume create db --size 1TiB`: what agents would run for this command. Nothing is changed. */
async function plan(run: Run): Promise<void> {
  const words = run.given.words;
  if (words.length === 0) throw usage('plan takes another command.', 'Example: weft plan detach db');
  const { command, rest } = findCommand(run.given.commands, words);
  const id = command
    ? (SHORTCUTS[command.words.join(' ')] ?? run.table.commands.find((each) => each.words.join(' ') === command.words.join(' '))?.id)
    : undefined;
  const change = id === undefined ? undefined : run.table.commands.find((each) => each.id === id);
  const fieldsOf = id === undefined ? undefined : KINDS[id];
  if (!command || !change || !fieldsOf)
    throw usage(`There is no plan for "${words.join(' ')}".`, `Plans exist for: ${plannable(run).join(', ')}.`);
  if (rest.includes('--help') || rest.includes('-h')) return run.write(commandHelp(command));
  const made = await madeOf(run, command, change, rest);
  const answer = await made.run.client.call('planChange', { body: fieldsOf(made) as never });
  if (!['table', 'wide'].includes(made.run.format.kind)) return made.run.print('plan', answer);
  await run.write(planText(answer));
}

const plannable = ({ table }: Run): string[] => table.commands.filter(({ id }) => planned.includes(id)).map(({ words }) => words.join(' '));

/** Reads the planned command as it would read itself. */
async function madeOf(run: Run, command: Runnable, change: Command, rest: readonly string[]): Promise<Made & { run: Run }> {
  const { positionals, options } = parseOptions([...command.flags, ...globalFlags], rest);
  const inner = new Run({ ...run.given, options: { ...run.given.options, ...options }, positionals });
  if (command.words[0] === 'detach') {
    const [volume, node] = positionals;
    if (volume === undefined) throw usage('VOLUME is missing.', 'weft plan detach VOLUME [NODE]');
    const found = await inner.resolver.find('attachment', node === undefined ? volume : `${volume}@${node}`);
    return { run: inner, id: found.id, body: {} };
  }
  const shaped = command.words[0] === 'attach' ? attachEndpoint(run.table) : change;
  const { params, body = {} } = await prepare(inner, shaped);
  return { run: inner, id: params.id ?? '', body };
}

interface Plan {
  nodes: { node: { name: string }; purpose: { message: string } | null; commands: { command: string; condition: string | null }[] }[];
  waits: { node: { name: string }; message: string }[];
  notes: { message: string }[];
}

/** Like a script: remarks as comments, the commands as they would be typed. */
function planText({ nodes, waits, notes }: Plan): string {
  const lines = nodes.flatMap(({ node, purpose, commands }) => [
    `# ${node.name}${purpose ? `: ${purpose.message}` : ''}`,
    ...commands.flatMap(({ command, condition }) => [...(condition ? [`# ${condition}`] : []), command]),
    '',
  ]);
  const remarks = [
    ...waits.map(({ node, message }) => `# waits for ${node.name}: ${message}`),
    ...notes.map(({ message }) => `# ${message}`),
  ];
  return [...lines, ...remarks].map((line) => `${safeLine(line)}\n`).join('');
}

export const planCommand: Runnable = {
  words: ['plan'],
  usage: 'plan COMMAND…',
  summary: 'Show the commands that agents would run for another command, node by node',
  flags: [],
  isPrefix: true,
  run: plan,
};
