import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { newToken, tokenHash } from '../core/secrets/secrets.js';

const VALID_MS = 10 * 60_000;

/** Collection `oidcLogins`: logins that are at the provider. `_id`: hash of the state. Nothing in it lets anybody finish the login. */
export interface OidcLoginDocument {
  _id: string;
  /** Hash of the token in the cookie of the browser that began. */
  browser: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface OidcLogin {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636): 43 characters of base64url. */
  verifier: string;
}

/** Secrets of a login, from the token of its browser: they need not be stored. */
const derived = (token: string, state: string, what: string): string =>
  createHmac('sha256', token).update(`${what} ${state}`).digest('base64url');
const loginOf = (token: string, state: string): OidcLogin => ({
  state,
  nonce: derived(token, state, 'nonce'),
  verifier: derived(token, state, 'verifier'),
});

@Injectable()
export class OidcLogins {
  private readonly logins: Collection<OidcLoginDocument>;

  constructor(mongo: Mongo) {
    this.logins = mongo.collection<OidcLoginDocument>('oidcLogins');
  }

  /** @param token of the cookie of the browser */
  async start(token: string): Promise<OidcLogin> {
    const state = newToken();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + VALID_MS);
    await this.logins.insertOne({ _id: tokenHash(state), browser: tokenHash(token), createdAt, expiresAt });
    return loginOf(token, state);
  }

  /** Takes the login out, so that no second return uses it. Null: none of this state in this browser. */
  async take(token: string, state: string): Promise<OidcLogin | null> {
    const found = await this.logins.findOneAndDelete({ _id: tokenHash(state), browser: tokenHash(token), expiresAt: { $gt: new Date() } });
    return found ? loginOf(token, state) : null;
  }
}
