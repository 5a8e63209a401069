import { DomainError } from '@weft/shared/errors/domain-error';
import { z } from 'zod';
import type { Config } from '../../config/config.schema.js';
import type { VaultWrapped } from '../mongo/stored.js';
import type { KeyWrapping } from './key-wrapping.js';

export type VaultSettings = Pick<Config, 'vaultUrl' | 'vaultToken' | 'vaultTransitMount' | 'vaultTransitKey'>;

/** Attaches wait for it: a service that does not answer by then counts as failed, and the keys are asked for again later. */
const ANSWER_MS = 5000;

const dataOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ data: z.object(shape) });
const encrypted = dataOf({ ciphertext: z.string().regex(/^vault:v\d+:/) });
const decrypted = dataOf({ plaintext: z.base64() });
const refusal = z.object({ errors: z.array(z.string()) });

/** What is encrypted: the engine does not bind a ciphertext to its owner when it wraps it again. */
const content = z.strictObject({ owner: z.string(), key: z.string() });
const versionOf = (ciphertext: string): string | undefined => /^vault:(v\d+):/.exec(ciphertext)?.[1];

/**
 * By a key of a transit engine, as HashiCorp Vault and OpenBao have it ("Transit secrets engine (API)"): `encrypt`, `decrypt` and `rewrap`. The key never leaves
 * the service. Its token needs `update` on these three paths.
 */
export class VaultWrapping implements KeyWrapping<VaultWrapped> {
  constructor(private readonly settings: VaultSettings) {}

  async wrap(key: string, owner: string): Promise<VaultWrapped> {
    const { vaultTransitMount: mount, vaultTransitKey: name } = this.settings;
    const plaintext = Buffer.from(JSON.stringify({ owner, key })).toString('base64');
    const { data } = await this.ask('encrypt', { mount, name }, { plaintext }, encrypted);
    return { by: 'vault', mount, name, ciphertext: data.ciphertext };
  }

  async unwrap(wrapped: VaultWrapped, owner: string): Promise<string> {
    const { data } = await this.ask('decrypt', wrapped, { ciphertext: wrapped.ciphertext }, decrypted);
    const found = content.safeParse(parsed(Buffer.from(data.plaintext, 'base64').toString('utf8')));
    if (!found.success || found.data.owner !== owner) throw new DomainError('secret-unreadable', {});
    return found.data.key;
  }

  async rewrap(wrapped: VaultWrapped, owner: string): Promise<VaultWrapped | null> {
    const { vaultTransitMount: mount, vaultTransitKey: name } = this.settings;
    // Of another key or engine: only its plaintext can be given to the present one.
    if (wrapped.mount !== mount || wrapped.name !== name) return this.wrap(await this.unwrap(wrapped, owner), owner);
    const { data } = await this.ask('rewrap', wrapped, { ciphertext: wrapped.ciphertext }, encrypted);
    return versionOf(data.ciphertext) === versionOf(wrapped.ciphertext) ? null : { ...wrapped, ciphertext: data.ciphertext };
  }

  canUnwrap(): boolean {
    return this.settings.vaultUrl !== null && this.settings.vaultToken !== null;
  }

  /** Neither the errors nor the log have a body: it may contain a key. */
  private async ask<T>(
    what: 'encrypt' | 'decrypt' | 'rewrap',
    { mount, name }: Pick<VaultWrapped, 'mount' | 'name'>,
    body: object,
    schema: z.ZodType<T>,
  ): Promise<T> {
    const { vaultUrl, vaultToken } = this.settings;
    if (vaultUrl === null || vaultToken === null) throw new DomainError('vault-not-set', {});
    const path = `v1/${mount}/${what}/${name}`;
    const answer = await fetch(new URL(path, vaultUrl.endsWith('/') ? vaultUrl : `${vaultUrl}/`), {
      method: 'POST',
      headers: { 'x-vault-token': vaultToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((cause: Error) => {
      const { code, message } = (cause.cause ?? cause) as { code?: string; message: string };
      throw new DomainError('vault-failed', { path, failure: code ?? message }, { cause });
    });
    const text = await answer.text();
    const { success, data } = schema.safeParse(parsed(text));
    if (answer.ok && success) return data;
    const { data: said } = refusal.safeParse(parsed(text));
    throw new DomainError('vault-failed', { path, failure: `${answer.status} ${said?.errors.join('; ').slice(0, 200) ?? ''}`.trim() });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is an answer in an unknown form.
    return undefined;
  }
}
