import { Injectable } from '@nestjs/common';
import type { Body, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { AnswerKind } from '@weft/shared/kinds/access/second-factor';
import type { FastifyReply } from 'fastify';
import { credentialOf, factorsOf, type UserDocument } from '../core/auth/user.document.js';
import { addressOf } from '../core/http/limits/client-address.js';
import type { WeftRequest } from '../core/http/request.js';
import { FactorCodes } from './factors/factor-codes.js';
import { LoginChallenges, MOST_FAILURES } from './factors/login-challenges.js';
import { SecurityKeys } from './factors/security-keys.js';
import { Proofs } from './proofs.service.js';
import { SessionOpening } from './session-opening.service.js';
import { UsersRepository } from './users.repository.js';

/** The second step of a login: the password was right, and the user has a second factor. */
@Injectable()
export class SecondStep {
  constructor(
    private readonly users: UsersRepository,
    private readonly challenges: LoginChallenges,
    private readonly codes: FactorCodes,
    private readonly keys: SecurityKeys,
    private readonly proofs: Proofs,
    private readonly opening: SessionOpening,
  ) {}

  /** The answer to the right password of such a user. */
  async wanted(user: UserDocument): Promise<DomainError> {
    const { challenge, expiresAt } = await this.challenges.start(user);
    const hasRecoveryCodes = (user.factors?.recoveryHashes ?? []).length > 0;
    const publicKey = await this.keys.request(user, challenge);
    const usable = factorsOf(user).filter((kind) => kind !== 'security-key' || publicKey !== undefined);
    const kinds: AnswerKind[] = [...usable, ...(hasRecoveryCodes ? (['recovery-code'] as const) : [])];
    const secondFactor = { challenge, kinds, expiresAt: expiresAt.toISOString(), ...(publicKey ? { publicKey } : {}) };
    return new DomainError('second-factor-required', {}, { secondFactor });
  }

  async login(
    { challenge, code, assertion }: Body<typeof endpoints.loginWithSecondFactor>,
    request: WeftRequest,
    reply: FastifyReply,
  ): Promise<Response<typeof endpoints.loginWithSecondFactor>> {
    const started = await this.challenges.find(challenge);
    const user = started && (await this.users.find(started.userId));
    if (!user || user.disabled || credentialOf(user) !== started.credential) throw new DomainError('login-challenge-ended', {});
    request.weftLoginName = user.name;
    let triesLeft = 0;
    const attempt = { name: user.name, address: addressOf(request), device: this.opening.knownDevice(user, request) };
    const isRight = await this.proofs.counted(attempt, async () => {
      const taken = await this.challenges.take(challenge);
      if (!taken) throw new DomainError('login-challenge-ended', {});
      triesLeft = MOST_FAILURES - taken.failures;
      return assertion ? this.keys.accept(user, challenge, assertion) : this.codes.accept(user, code ?? '');
    });
    if (!isRight) throw new DomainError('second-factor-wrong', { triesLeft });
    if (!(await this.challenges.use(challenge))) throw new DomainError('login-challenge-ended', {});
    return this.opening.open(user, request, reply);
  }
}
