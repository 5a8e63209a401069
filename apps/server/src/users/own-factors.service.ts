import { Inject, Injectable } from '@nestjs/common';
import type { Body } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { OwnSecondFactors, RecoveryCodes, TotpStarted } from '@weft/shared/kinds/access/second-factor';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Sessions } from '../core/auth/sessions.js';
import { factorsOf, totpOwner, type UserDocument } from '../core/auth/user.document.js';
import type { WeftRequest } from '../core/http/request.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { newRecoveryCodes, plainCode, recoveryHash } from './factors/recovery-codes.js';
import { newTotpSecret, totpStepOf, totpUri } from './factors/totp.js';
import { Proofs, requireSession } from './proofs.service.js';
import { requireLocal } from './users.service.js';

const CONFIRM_WITHIN_MS = 15 * 60_000;

/** Second factors of the user of a session. */
@Injectable()
export class OwnFactors {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly proofs: Proofs,
    private readonly sessions: Sessions,
    private readonly secrets: SealedSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(request: WeftRequest): Promise<OwnSecondFactors> {
    const { factors } = await this.userOf(request);
    return {
      totp: factors?.totp ? { since: factors.totp.since.toISOString() } : null,
      securityKeys: (factors?.keys ?? []).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: factors?.recoveryHashes?.length ?? 0,
      required: this.config.secondFactor === 'required',
    };
  }

  async startTotp({ currentPassword }: Body<typeof endpoints.startTotp>, request: WeftRequest): Promise<TotpStarted> {
    const user = await this.proofs.confirm(request, currentPassword);
    requireLocal(user);
    if (user.factors?.totp) throw new DomainError('totp-present', {});
    const secret = newTotpSecret();
    const expiresAt = new Date(Date.now() + CONFIRM_WITHIN_MS);
    const sealed = this.secrets.seal(secret, totpOwner(user._id));
    await this.factors.setPending(user._id, { sealed, sessionId: requireSession(request), expiresAt });
    return { secret, uri: totpUri(secret, user.name, this.config.publicUrl), expiresAt: expiresAt.toISOString() };
  }

  async confirmTotp({ code }: Body<typeof endpoints.confirmTotp>, request: WeftRequest): Promise<RecoveryCodes> {
    const user = await this.userOf(request);
    const pending = user.factors?.pendingTotp;
    if (!pending || pending.sessionId !== requireSession(request) || pending.expiresAt.getTime() < Date.now())
      throw new DomainError('totp-not-started', {});
    const secret = this.secrets.open(pending.sealed, totpOwner(user._id));
    let lastStep: number | null = null;
    await this.proofs.requireCode(request, user, async () => {
      lastStep = totpStepOf(secret, plainCode(code), Date.now());
      return lastStep !== null;
    });
    const totp = { sealed: pending.sealed, since: new Date(), lastStep: lastStep ?? 0 };
    if (!(await this.factors.confirm(user._id, pending, totp))) throw new DomainError('totp-not-started', {});
    return this.added(user, request);
  }

  /** After a new factor. @param user before it */
  async added(user: UserDocument, request: WeftRequest): Promise<RecoveryCodes> {
    const recoveryCodes = (user.factors?.recoveryHashes ?? []).length > 0 ? [] : await this.newCodes(user);
    await this.sessions.endAllOf(user._id, requireSession(request));
    return { recoveryCodes };
  }

  /** After the removal of a factor. */
  async removed(request: WeftRequest): Promise<void> {
    const user = await this.userOf(request);
    // Recovery codes stand in for a second factor, and are none themselves.
    if (factorsOf(user).length === 0) await this.factors.clear(user._id);
    await this.sessions.endAllOf(user._id, requireSession(request));
  }

  async removeTotp(body: Body<typeof endpoints.removeTotp>, request: WeftRequest): Promise<void> {
    if (!(await this.userOf(request)).factors?.totp) throw new DomainError('totp-absent', {});
    const user = await this.proofs.confirmWithCode(request, body);
    if (!(await this.factors.removeTotp(user._id))) throw new DomainError('totp-absent', {});
    await this.removed(request);
  }

  async renewRecoveryCodes(body: Body<typeof endpoints.renewRecoveryCodes>, request: WeftRequest): Promise<RecoveryCodes> {
    if (factorsOf(await this.userOf(request)).length === 0) throw new DomainError('second-factor-absent', {});
    return { recoveryCodes: await this.newCodes(await this.proofs.confirmWithCode(request, body)) };
  }

  private async newCodes({ _id }: UserDocument): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.setRecoveryHashes(
      _id,
      codes.map((code) => recoveryHash(_id, code)),
    );
    return codes;
  }

  async userOf(request: WeftRequest): Promise<UserDocument> {
    const session = await this.sessions.findById(requireSession(request));
    if (!session) throw new DomainError('session-ended', {});
    return session.user;
  }
}
