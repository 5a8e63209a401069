import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HostError } from '../../host.js';
import type { RunCommand } from '../run/command.js';
import { lookAtSanitize, parseNamespaceIds, parseSanitizeCapability, parseSanitizeLog, readSanitize } from './sanitize.js';

/** As `json_sanitize_log` of nvme-cli 2.4 and 2.13 writes it. */
const log = (status: string, sprog = 65_535) => JSON.stringify({ nvme0: { sprog, sstat: { global_erased: 1, status }, cdw10_info: 2 } });
const alone = JSON.stringify({ nsid_list: [{ nsid: 1 }] });
const DONE = log('(1) Most Recent Sanitize Command Completed Successfully.');

/** A drive that answers these commands; `undefined`: it refuses. */
function drive(answers: Record<string, string | undefined>) {
  const asked: string[] = [];
  const run: RunCommand = async (argv) => {
    const command = argv.slice(1, -1).join(' ');
    asked.push(argv.join(' '));
    const stdout = answers[command.replace(' /dev/nvme0', '')];
    if (stdout === undefined) throw new HostError('refused', [...argv], 1, 'NVMe status: Invalid Field in Command(0x2)');
    return { stdout, stderr: '', exitCode: 0 };
  };
  const look = (of: string, now: number) => lookAtSanitize(run, '/dev/nvme0', { nsid: 1, of }, now);
  return { asked, read: () => readSanitize(run, '/dev/nvme0', 1), look };
}
const able = { 'id-ctrl': JSON.stringify({ sanicap: 3, cmic: 0 }), 'sanitize-log': DONE, 'list-ns --all': alone };

describe('output of nvme-cli', () => {
  it('names the actions of SANICAP, the preferred one first', () => {
    expect(parseSanitizeCapability(JSON.stringify({ sanicap: 0xa0000007, cmic: 2 }))).toEqual({
      actions: ['block-erase', 'crypto-erase', 'overwrite'],
      hasMoreControllers: true,
    });
    expect(parseSanitizeCapability(JSON.stringify({ cntlid: 0 }))).toEqual({ actions: [], hasMoreControllers: false });
  });

  it('reads state and progress of the log', async () => {
    const recorded = await readFile(new URL('../fixtures/sanitize-log-2.4.json', import.meta.url), 'utf8');
    expect(parseSanitizeLog(recorded)).toEqual({ state: 'running', progressRatio: 0.25 });
    expect(parseSanitizeLog(log('(2) Sanitize in Progress.', 65_535))).toEqual({ state: 'running', progressRatio: 0.99 });
  });

  it.each([
    ['(0) NVM Subsystem has never been sanitized.', 'never'],
    ['(1) Most Recent Sanitize Command Completed Successfully.', 'done'],
    ['(3) Most Recent Sanitize Command Failed.', 'failed'],
    ['(4) Most Recent Sanitize Command (No-Deallocate After Sanitize) Completed Successfully.', 'done'],
    ['(7) Unknown', 'unknown'],
  ])('reads "%s" as %s, without progress', (status, state) => {
    expect(parseSanitizeLog(log(status))).toEqual({ state, progressRatio: null });
  });

  it('lists namespace ids', () => {
    expect(parseNamespaceIds(JSON.stringify({ nsid_list: [{ nsid: 1 }, { nsid: 3 }] }))).toEqual([1, 3]);
  });
});

describe('readSanitize', () => {
  it('asks a controller without Sanitize nothing else', async () => {
    const { read, asked } = drive({ 'id-ctrl': JSON.stringify({ sanicap: 0, cmic: 0 }) });
    expect(await read()).toEqual({ actions: [], besides: 'nothing', state: 'never', progressRatio: null });
    expect(asked).toEqual(['nvme id-ctrl /dev/nvme0 --output-format=json']);
  });

  it.each([
    ['nothing', {}],
    ['nothing', { 'list-ns --all': undefined, 'list-ns': alone }],
    ['namespaces', { 'list-ns --all': JSON.stringify({ nsid_list: [{ nsid: 1 }, { nsid: 2 }] }) }],
    ['namespaces', { 'list-ns --all': JSON.stringify({ nsid_list: [{ nsid: 2 }] }) }],
    ['controllers', { 'id-ctrl': JSON.stringify({ sanicap: 3, cmic: 2 }) }],
    ['unknown', { 'list-ns --all': undefined }],
    ['unknown', { 'list-ns --all': 'NVMe status: success' }],
  ])('finds %s beside the namespace with %j', async (besides, change) => {
    expect(await drive({ ...able, ...change }).read()).toEqual({
      ...{ actions: ['block-erase', 'crypto-erase'], besides, state: 'done', progressRatio: null },
    });
  });

  it('knows no state where the log does not answer, and nothing where the controller does not', async () => {
    expect(await drive({ ...able, 'sanitize-log': undefined }).read()).toMatchObject({ state: 'unknown' });
    expect(await drive({}).read()).toBeUndefined();
    expect(await drive({ 'id-ctrl': '{' }).read()).toBeUndefined();
  });
});

describe('lookAtSanitize', () => {
  it('reads only the log for 10 minutes, and another drive in the slot at once', async () => {
    const { look, asked } = drive(able);
    const commands = async (of: string, now: number) => {
      asked.length = 0;
      expect(await look(of, now)).toMatchObject({ actions: ['block-erase', 'crypto-erase'], besides: 'nothing', state: 'done' });
      return asked.map((line) => line.split(' ')[1]);
    };
    expect(await commands('A 1 fw1', 0)).toEqual(['id-ctrl', 'list-ns', 'sanitize-log']);
    expect(await commands('A 1 fw1', 599_999)).toEqual(['sanitize-log']);
    expect(await commands('A 1 fw1', 600_000)).toEqual(['id-ctrl', 'list-ns', 'sanitize-log']);
    expect(await commands('B 1 fw1', 600_001)).toEqual(['id-ctrl', 'list-ns', 'sanitize-log']);
  });

  it('asks a drive without Sanitize nothing meanwhile, and one that did not answer again', async () => {
    const without = drive({ 'id-ctrl': JSON.stringify({ sanicap: 0, cmic: 0 }) });
    await without.look('A', 0);
    await without.look('A', 1000);
    expect(without.asked).toHaveLength(1);
    const silent = drive({});
    expect(await silent.look('A', 0)).toBeUndefined();
    await silent.look('A', 1000);
    expect(silent.asked).toHaveLength(2);
  });
});
