import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunCommand } from './command.js';
import { DM_NAMES, helpedRun, requestOf } from './helped-run.js';
import { Helpers } from './helpers.js';

let folder: string;
let ran: string[];
const run: RunCommand = async (argv) => {
  ran.push(argv.join(' '));
  return { stdout: 'by the command', stderr: '', exitCode: 0 };
};
beforeEach(async () => {
  ran = [];
  folder = await mkdtemp(join(tmpdir(), 'weft-helped-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('helpedRun', () => {
  it('writes without starting a process, and reports an error as the command does', async () => {
    const helped = helpedRun(new Helpers(), run);
    const path = join(folder, 'attribute');
    await writeFile(path, '');
    let ends = 0;
    const options = { seconds: 10, input: '1', onEnd: () => void ends++ };
    await helped(['tee', path], options);
    expect(await readFile(path, 'utf8')).toBe('1');
    await expect(helped(['tee', '/dev/full'], options)).rejects.toMatchObject({
      message: 'tee failed with exit code 1: tee: /dev/full: No space left on device',
      exitCode: 1,
      stderr: 'tee: /dev/full: No space left on device\n',
    });
    expect([ends, ran]).toEqual([2, []]);
  });

  it('runs the command where dm cannot be asked', async () => {
    const helped = helpedRun(new Helpers(join(folder, 'control')), run);
    expect((await helped(['dmsetup', 'table', 'weft-1'], { seconds: 10 })).stdout).toBe('by the command');
    expect(ran).toEqual(['dmsetup table weft-1']);
  });

  it('ends a write at its time limit', async () => {
    const fifo = join(folder, 'fifo');
    spawnSync('mkfifo', [fifo]);
    let ends = 0;
    const late = helpedRun(new Helpers(), run)(['tee', fifo], { seconds: 0.2, input: '1', onEnd: () => void ends++ });
    await expect(late).rejects.toThrow('tee did not end within 0.2 s');
    expect(ends).toBe(1);
  });

  it('uses one process for one request after the other, and another one while it is busy', () => {
    const helpers = new Helpers();
    const [one, other] = [helpers.take(), helpers.take()];
    helpers.giveBack(one);
    expect(helpers.take()).toBe(one);
    expect(other.pid).not.toBe(one.pid);
    for (const each of [one, other]) each.end();
  });
});

describe('requestOf', () => {
  it('hands the options of nvme-connect to the kernel under its own names', () => {
    const argv = ['nvme', 'connect', '--transport=rdma', '--traddr=10.0.0.1', '--host-traddr=10.0.0.2', '--ctrl-loss-tmo=-1'];
    expect(requestOf(argv, undefined)?.words).toEqual([
      'write',
      '/dev/nvme-fabrics',
      Buffer.from('transport=rdma,traddr=10.0.0.1,host_traddr=10.0.0.2,ctrl_loss_tmo=-1').toString('hex'),
    ]);
  });

  it.each([
    [['nvme', 'connect', '--traddr=10.0.0.1,nqn=b']],
    [['nvme', 'connect', '--tls']],
    [['nvme', 'disconnect', '--nqn=a']],
    [['dmsetup', 'message', 'pool', '0', 'delete 3']],
    [['dmsetup', 'table', '--showkeys']],
    [['dmsetup', 'table', 'a\tb']],
    [['dmsetup', 'remove', 'a']],
    [[...DM_NAMES, 'a']],
  ])('leaves everything else to the command: %j', (argv) => {
    expect(requestOf(argv, undefined)).toBeUndefined();
  });
});
