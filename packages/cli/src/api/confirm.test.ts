import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Run } from '../run/run.js';
import { makeTable } from '../table/make-table.js';
import { confirm } from './confirm.js';
import type { Prepared } from './request.js';

const table = makeTable();
const VOLUME = '0c6ad1a6-35c2-4d6f-9a3e-0f4d6f4f8f11';

/** A terminal on which a person types `typed`; undefined: a pipe. */
function runWith(options: Record<string, string[]>, typed?: string): Run {
  const tty = typed !== undefined;
  const input = Object.assign(new PassThrough(), { isTTY: tty, setRawMode: () => undefined });
  if (tty) input.end(`${typed}\n`);
  const output = () => Object.assign(new PassThrough(), { isTTY: tty });
  const terminal = { in: input, out: output(), err: output(), env: {} };
  return new Run({
    terminal,
    table,
    options,
    positionals: [],
    words: [],
    commands: [],
    schemas: () => ({ objects: {}, bodies: {} }),
    signal: new AbortController().signal,
  });
}

function prepared(id: string, text: string, body: Record<string, unknown> | undefined = {}): Prepared {
  const command = table.commands.find((each) => each.id === id) ?? expect.fail(id);
  const subject = { id: VOLUME, name: 'db', serial: 'S1', volume: { id: VOLUME, name: 'db' }, node: { id: VOLUME, name: 'c1' } };
  return { command, params: {}, query: {}, body, subject, subjectText: text };
}

describe('confirm', () => {
  it('asks for the name that the API wants, and sends the typed name', async () => {
    const wanted = prepared('acceptLoss', 'db');
    await confirm(runWith({}, 'db'), wanted);
    expect(wanted.body).toEqual({ volumeName: 'db' });
    await expect(confirm(runWith({}, 'yes'), prepared('acceptLoss', 'db'))).rejects.toMatchObject({ kind: 'unconfirmed' });
  });

  it('asks for the serial of a drive, and for the volume of an attachment', async () => {
    const drive = prepared('wipeDrive', 'S1');
    await confirm(runWith({}, 'S1'), drive);
    const attachment = prepared('revokeAttachment', 'db@c1');
    await confirm(runWith({}, 'db'), attachment);
    expect([drive.body, attachment.body]).toEqual([{ serial: 'S1' }, { volumeName: 'db' }]);
  });

  it('asks yes or no before other deletions', async () => {
    await confirm(runWith({}, 'y'), prepared('deleteVolume', 'db', undefined));
    await expect(confirm(runWith({}, ''), prepared('deleteVolume', 'db', undefined))).rejects.toMatchObject({ kind: 'unconfirmed' });
  });

  it('does nothing in a pipe without --yes', async () => {
    for (const id of ['deleteVolume', 'acceptLoss', 'revokeNodeCredential'])
      await expect(confirm(runWith({}), prepared(id, 'db'))).rejects.toMatchObject({ kind: 'unconfirmed', advice: 'Add --yes.' });
  });

  it('takes --yes for a name that the command line has, and not for an id', async () => {
    const named = prepared('acceptLoss', 'db');
    await confirm(runWith({ yes: ['true'] }), named);
    expect(named.body).toEqual({ volumeName: 'db' });
    await expect(confirm(runWith({ yes: ['true'] }), prepared('acceptLoss', VOLUME))).rejects.toMatchObject({ kind: 'usage' });
  });

  it('asks nothing before a change that destroys nothing', async () => {
    for (const id of ['createVolume', 'cordonNode', 'endMaintenance', 'startMaintenance']) await confirm(runWith({}), prepared(id, 'db'));
  });
});
