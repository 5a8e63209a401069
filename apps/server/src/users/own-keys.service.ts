import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Body } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import { MOST_SECURITY_KEYS, type RecoveryCodes } from '@weft/shared/kinds/access/second-factor';
import type { WeftRequest } from '../core/http/request.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { type BrowserJson, SecurityKeys } from './factors/security-keys.js';
import { OwnFactors } from './own-factors.service.js';
import { Proofs, requireSession } from './proofs.service.js';
import { requireLocal } from './users.service.js';

const FINISH_WITHIN_MS = 5 * 60_000;

/** Security keys of the user of a session. */
@Injectable()
export class OwnKeys {
  constructor(
    private readonly keys: SecurityKeys,
    private readonly factors: FactorsRepository,
    private readonly own: OwnFactors,
    private readonly proofs: Proofs,
  ) {}

  async start({ currentPassword }: Body<typeof endpoints.startSecurityKey>, request: WeftRequest): Promise<{ publicKey: BrowserJson }> {
    const user = await this.proofs.confirm(request, currentPassword);
    requireLocal(user);
    if ((user.factors?.keys ?? []).length >= MOST_SECURITY_KEYS) throw new DomainError('security-keys-full', { limit: MOST_SECURITY_KEYS });
    const { challenge, publicKey } = await this.keys.registration(user);
    const expiresAt = new Date(Date.now() + FINISH_WITHIN_MS);
    await this.factors.setPendingKey(user._id, { challenge, sessionId: requireSession(request), expiresAt });
    return { publicKey };
  }

  async confirm({ name, credential }: Body<typeof endpoints.confirmSecurityKey>, request: WeftRequest): Promise<RecoveryCodes> {
    const user = await this.own.userOf(request);
    const pending = user.factors?.pendingKey;
    if (!pending || pending.sessionId !== requireSession(request) || pending.expiresAt.getTime() < Date.now())
      throw new DomainError('security-key-not-started', {});
    const verified = await this.keys.verified(pending.challenge, credential);
    const key = { id: randomUUID(), name, ...verified, createdAt: new Date(), lastUsedAt: null };
    if (!(await this.factors.addKey(user._id, pending.challenge, key))) throw new DomainError('security-key-not-started', {});
    return this.own.added(user, request);
  }

  async remove(keyId: string, body: Body<typeof endpoints.removeSecurityKey>, request: WeftRequest): Promise<void> {
    const { factors } = await this.own.userOf(request);
    if (!factors?.keys?.some(({ id }) => id === keyId)) throw new DomainError('security-key-not-found', { id: keyId });
    const user = await this.proofs.confirmWithCode(request, body);
    if (!(await this.factors.removeKey(user._id, keyId))) throw new DomainError('security-key-not-found', { id: keyId });
    await this.own.removed(request);
  }
}
