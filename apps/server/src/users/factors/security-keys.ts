import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { DomainError } from '@weft/shared/errors/domain-error';
import { CONFIG, type Config } from '../../config/config.schema.js';
import type { SecurityKeyDocument, UserDocument } from '../../core/auth/user.document.js';
import { FactorsRepository } from './factors.repository.js';

type Transports = NonNullable<Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']>[number]['transports'];
/** JSON of the browser. The library checks it. */
export type BrowserJson = Record<string, unknown>;
export type VerifiedKey = Pick<SecurityKeyDocument, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

const described = ({ credentialId, transports }: SecurityKeyDocument) => ({ id: credentialId, transports: transports as Transports });
const keysOf = ({ factors }: UserDocument): SecurityKeyDocument[] => factors?.keys ?? [];
const failureOf = (error: unknown): string => (error as Error).message.slice(0, 200);

/** The challenge that a key signs, from that of the login: nothing more is stored. */
const signedChallenge = (loginChallenge: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`security key ${loginChallenge}`).digest());

/** WebAuthn (level 3) as a second factor: the user is known by the password, so keys need no PIN of their own. */
@Injectable()
export class SecurityKeys {
  /** Null: keys need a host name (WebAuthn, 5.1.2). */
  private readonly site: { id: string; origin: string } | null;

  constructor(
    private readonly factors: FactorsRepository,
    @Inject(CONFIG) { publicUrl }: Pick<Config, 'publicUrl'>,
  ) {
    const { hostname, origin } = new URL(publicUrl ?? 'http://127.0.0.1');
    this.site = isIP(hostname.replace(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : null;
  }

  /** @throws DomainError `security-keys-off` */
  async registration(user: UserDocument): Promise<{ challenge: string; publicKey: BrowserJson }> {
    const options = await generateRegistrationOptions({
      rpName: 'Weft',
      rpID: this.required().id,
      userName: user.name,
      userID: new TextEncoder().encode(user._id),
      excludeCredentials: keysOf(user).map(described),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    });
    return { challenge: options.challenge, publicKey: { ...options } };
  }

  /** @throws DomainError `security-keys-off`, `security-key-refused` */
  async verified(expectedChallenge: string, credential: BrowserJson): Promise<VerifiedKey> {
    const { id, origin } = this.required();
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: credential as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: false,
      });
      if (!verified) throw new Error('the signature is wrong');
      const { credential: key } = registrationInfo;
      const publicKey = Buffer.from(key.publicKey).toString('base64url');
      return { credentialId: key.id, publicKey, counter: key.counter, transports: [...(key.transports ?? [])] };
    } catch (cause) {
      throw new DomainError('security-key-refused', { failure: failureOf(cause) }, { cause });
    }
  }

  /** What a browser needs to ask a key of this user. Undefined: the user has none, or keys are off here. */
  async request(user: UserDocument, loginChallenge: string): Promise<BrowserJson | undefined> {
    if (this.site === null || keysOf(user).length === 0) return undefined;
    const options = await generateAuthenticationOptions({
      rpID: this.site.id,
      challenge: signedChallenge(loginChallenge),
      allowCredentials: keysOf(user).map(described),
      userVerification: 'preferred',
    });
    return { ...options };
  }

  /** Whether a key of this user signed the challenge. @throws DomainError `security-key-counter` */
  async accept(user: UserDocument, loginChallenge: string, assertion: BrowserJson): Promise<boolean> {
    const key = keysOf(user).find(({ credentialId }) => credentialId === assertion['id']);
    if (!key || this.site === null) return false;
    const counter = await this.counterOf(key, loginChallenge, assertion);
    if (counter === null) return false;
    if (await this.factors.useKey(user._id, key.id, counter)) return true;
    throw new DomainError('security-key-counter', { keyName: key.name });
  }

  /** Null: the assertion is not valid. The counter is compared where it is stored. */
  private async counterOf(key: SecurityKeyDocument, loginChallenge: string, assertion: BrowserJson): Promise<number | null> {
    const { id, origin } = this.required();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: assertion as unknown as AuthenticationResponseJSON,
        expectedChallenge: Buffer.from(signedChallenge(loginChallenge)).toString('base64url'),
        expectedOrigin: origin,
        expectedRPID: id,
        credential: { id: key.credentialId, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')), counter: 0 },
        requireUserVerification: false,
      });
      return verified ? authenticationInfo.newCounter : null;
    } catch {
      return null;
    }
  }

  private required(): { id: string; origin: string } {
    if (this.site === null) throw new DomainError('security-keys-off', {});
    return this.site;
  }
}
