/**
 * Wrapping by a transit engine: against a small one made from the documented API, and, with the environment `WEFT_BAO` (the program of OpenBao, or of Vault),
 * against a real server too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../../config/load-config.js';
import { ClusterKeyWrapping } from './cluster-key-wrapping.js';
import { SealedSecrets } from './sealed-secrets.js';

const TOKEN = 'token-of-the-test';
const KEY = randomBytes(64).toString('base64');
const OWNER = 'volume 1';

interface Engine {
  url: string;
  /** A new version of the key `weft`. */
  rotate: () => Promise<unknown>;
  stop: () => Promise<unknown>;
}

/** The paths that Weft uses ("Transit secrets engine (API)" of Vault): any other one answers 404, as Vault does. */
async function fakeEngine(): Promise<Engine> {
  const versions = [randomBytes(32)];
  const encrypt = (text: string): string => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1) as Buffer, nonce);
    const body = Buffer.concat([cipher.update(text, 'base64'), cipher.final()]);
    return `vault:v${versions.length}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`;
  };
  const decrypt = (text: string): string => {
    const [, version, data = ''] = /^vault:v(\d+):(.*)$/.exec(text) ?? [];
    const bytes = Buffer.from(data, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', versions[Number(version) - 1] as Buffer, bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64');
  };
  const answers: Record<string, (body: { plaintext: string; ciphertext: string }) => object> = {
    '/v1/transit/encrypt/weft': ({ plaintext }) => ({ ciphertext: encrypt(plaintext) }),
    '/v1/transit/decrypt/weft': ({ ciphertext }) => ({ plaintext: decrypt(ciphertext) }),
    '/v1/transit/rewrap/weft': ({ ciphertext }) => ({ ciphertext: encrypt(decrypt(ciphertext)) }),
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const say = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.headers['x-vault-token'] !== TOKEN) return say(403, { errors: ['permission denied'] });
      const answer = answers[request.url ?? ''];
      if (!answer || request.method !== 'POST') return say(404, { errors: [] });
      try {
        return say(200, { data: answer(JSON.parse(Buffer.concat(chunks).toString())) });
      } catch {
        return say(400, { errors: ['invalid ciphertext'] });
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rotate: async () => versions.push(randomBytes(32)),
    stop: async () => server.close(),
  };
}

/** A development server of OpenBao or Vault, in memory. */
async function realEngine(program: string): Promise<Engine> {
  const port = 20_000 + (process.pid % 20_000);
  const url = `http://127.0.0.1:${port}`;
  const arguments_ = ['server', '-dev', '-dev-no-store-token', `-dev-root-token-id=${TOKEN}`, `-dev-listen-address=127.0.0.1:${port}`];
  const child: ChildProcess = spawn(program, arguments_, { stdio: 'ignore' });
  const post = async (path: string, body: object = {}) => {
    const answer = await fetch(`${url}/v1/${path}`, { method: 'POST', headers: { 'x-vault-token': TOKEN }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await vi.waitFor(() => post('sys/mounts/transit', { type: 'transit' }), { timeout: 30_000, interval: 200 });
  await post('transit/keys/weft');
  return { url, rotate: () => post('transit/keys/weft/rotate'), stop: async () => child.kill('SIGKILL') };
}

const engines: [string, () => Promise<Engine>][] = [['an engine made from the documented API', fakeEngine]];
const program = process.env['WEFT_BAO'];
if (program) engines.push(['a real server', () => realEngine(program)]);

describe.each(engines)('wrapping by %s', (_, start) => {
  let engine: Engine;
  const configOf = (more: Record<string, string> = {}) =>
    loadConfig({
      env: { WEFT_INSECURE_HTTP: 'true', WEFT_KEY_WRAPPING: 'vault', WEFT_VAULT_URL: engine.url, WEFT_VAULT_TOKEN: TOKEN, ...more },
    });
  const wrappingOf = (more?: Record<string, string>) => {
    const config = configOf(more);
    return new ClusterKeyWrapping(new SealedSecrets(config), config);
  };
  const SECRETS_KEY = 'a5'.repeat(32);
  beforeAll(async () => {
    engine = await start();
  }, 60_000);
  afterAll(() => engine.stop());

  it('gives back the key, to its owner alone, and shows nothing of it', async () => {
    const wrapping = wrappingOf();
    const wrapped = await wrapping.wrap(KEY, OWNER);
    expect(wrapped).toMatchObject({ by: 'vault', mount: 'transit', name: 'weft', ciphertext: expect.stringMatching(/^vault:v\d+:/) });
    expect(JSON.stringify(wrapped)).not.toContain(KEY);
    expect(await wrapping.unwrap(wrapped, OWNER)).toBe(KEY);
    await expect(wrapping.unwrap(wrapped, 'volume 2')).rejects.toMatchObject({ code: 'not-possible' });
  });

  it('wraps again only what an earlier version of its key has wrapped', async () => {
    const wrapping = wrappingOf();
    const wrapped = await wrapping.wrap(KEY, OWNER);
    expect(await wrapping.rewrap(wrapped, OWNER)).toBeNull();
    await engine.rotate();
    const next = (await wrapping.rewrap(wrapped, OWNER)) ?? expect.fail('the key has a new version');
    expect(await wrapping.rewrap(next, OWNER)).toBeNull();
    expect(await wrapping.unwrap(next, OWNER)).toBe(KEY);
  });

  it('takes over from the file, and gives back to it', async () => {
    const file = wrappingOf({ WEFT_KEY_WRAPPING: 'file', WEFT_SECRETS_KEY: SECRETS_KEY });
    const both = wrappingOf({ WEFT_SECRETS_KEY: SECRETS_KEY });
    const inFile = await file.wrap(KEY, OWNER);
    const inVault = (await both.rewrap(inFile, OWNER)) ?? expect.fail('another service wraps now');
    expect([inFile.by, inVault.by]).toEqual(['file', 'vault']);
    const back = (await file.rewrap(inVault, OWNER)) ?? expect.fail('the file wraps now');
    expect(back.by).toBe('file');
    expect(await file.unwrap(back, OWNER)).toBe(KEY);
  });

  it('reports a wrong token, a key that is not there, and a damaged ciphertext, by the path and without the key', async () => {
    const wrapped = await wrappingOf().wrap(KEY, OWNER);
    const failures = [
      () => wrappingOf({ WEFT_VAULT_TOKEN: 'wrong' }).wrap(KEY, OWNER),
      () => wrappingOf({ WEFT_VAULT_TRANSIT_MOUNT: 'elsewhere' }).wrap(KEY, OWNER),
      () => wrappingOf().unwrap({ ...wrapped, ciphertext: 'vault:v1:AAAA' } as typeof wrapped, OWNER),
    ];
    for (const failure of failures) {
      const error = await failure().then(
        () => expect.fail('it fails'),
        (reason: Error) => reason,
      );
      expect(error.message).toMatch(/v1\/(transit|elsewhere)\/(encrypt|decrypt)\/weft: 40[0-9]/);
      expect(error.message).not.toContain(KEY);
    }
  });

  it('reports a service that does not answer', async () => {
    const nowhere = wrappingOf({ WEFT_VAULT_URL: 'http://127.0.0.1:9' });
    await expect(nowhere.wrap(KEY, OWNER)).rejects.toThrow(/ECONNREFUSED|bad port/);
  });
});
