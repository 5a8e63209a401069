import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintFrom, shownFingerprint } from './authority.js';
import { readConfig, writeConfig } from './config-file.js';
import { chooseContext, serverUrl } from './connection.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-cli-config-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const context = { server: 'https://weft1:4000', ca: 'PEM', fingerprint: 'ab', session: 'weft_session=x' };
const config = { current: 'lab', contexts: { lab: context, other: { server: 'https://weft2' } } };

describe('configuration file', () => {
  it('is written with mode 0600 and read back', () => {
    const path = join(folder, 'deep', 'config.json');
    writeConfig(path, config);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readConfig(path)).toEqual(config);
    chmodSync(path, 0o640);
    expect(() => readConfig(path)).toThrow('other users can read it');
  });

  it('is empty when it does not exist', () => {
    expect(readConfig(join(folder, 'none'))).toEqual({ contexts: {} });
  });
});

describe('chooseContext', () => {
  it('takes the current context, another one by name, or a server by address', () => {
    expect(chooseContext(config, {}, {})).toEqual({ name: 'lab', context });
    expect(chooseContext(config, { context: 'other' }, {}).context.server).toBe('https://weft2');
    expect(chooseContext(config, {}, { WEFT_CONTEXT: 'other' }).name).toBe('other');
    expect(chooseContext(config, { server: 'weft1:4000' }, {})).toEqual({ name: 'lab', context });
  });

  it('gives the login of a context to no other server', () => {
    expect(chooseContext(config, { server: 'https://weft3' }, {})).toEqual({ context: { server: 'https://weft3' } });
    expect(chooseContext(config, {}, { WEFT_SERVER: 'http://weft1:4000' }).context).toEqual({ server: 'http://weft1:4000' });
  });

  it('prefers the token of the environment', () => {
    expect(chooseContext(config, {}, { WEFT_TOKEN: 'weft_x' }).context.token).toBe('weft_x');
  });

  it('refuses an unknown context, and a command without any server', () => {
    expect(() => chooseContext(config, { context: 'labb' }, {})).toThrow('There is no context "labb"');
    expect(() => chooseContext({ contexts: {} }, {}, {})).toThrow('No server is given');
  });
});

describe('addresses and fingerprints', () => {
  it('reads an address without a scheme as HTTPS, and refuses a path', () => {
    expect(serverUrl('weft1:4000').origin).toBe('https://weft1:4000');
    expect(() => serverUrl('https://weft1/console')).toThrow('is not the address of a server');
  });

  it('reads fingerprints with and without colons', () => {
    const digits = 'ab'.repeat(32);
    expect(fingerprintFrom(shownFingerprint(digits))).toBe(digits);
    expect(fingerprintFrom(`sha256:${digits}`)).toBe(digits);
    expect(() => fingerprintFrom('abc')).toThrow('is not a SHA-256 fingerprint');
  });
});
