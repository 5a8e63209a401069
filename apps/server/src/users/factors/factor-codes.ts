import { Injectable } from '@nestjs/common';
import { totpOwner, type UserDocument } from '../../core/auth/user.document.js';
import { SealedSecrets } from '../../core/secrets/sealed-secrets.js';
import { FactorsRepository } from './factors.repository.js';
import { plainCode, recoveryHash } from './recovery-codes.js';
import { isTotpCode, totpStepOf } from './totp.js';

/** Accepts codes of the second factors of users, each once. */
@Injectable()
export class FactorCodes {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly secrets: SealedSecrets,
  ) {}

  async accept({ _id: userId, factors }: UserDocument, typed: string): Promise<boolean> {
    const code = plainCode(typed);
    if (!isTotpCode(code)) return this.factors.useRecoveryCode(userId, recoveryHash(userId, code));
    if (!factors?.totp) return false;
    const step = totpStepOf(this.secrets.open(factors.totp.sealed, totpOwner(userId)), code, Date.now());
    return step !== null && this.factors.useStep(userId, factors.totp, step);
  }
}
