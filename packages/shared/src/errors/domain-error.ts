import type { SecondFactorWanted } from '../kinds/access/second-factor.js';
import type { MaintenanceBlocker } from '../kinds/maintenance.js';
import { ERROR_STATUS, type ErrorCode } from '../text/errors/entry/error-status.js';
import { type ErrorParams, type ErrorReason, errorCatalogue } from '../text/errors/error-catalogue.js';
import type { Message } from '../text/message.js';
import { errorMessage, textOfError } from '../text/rendering/render-error.js';
import type { Shortage } from './errors.js';

export interface DomainErrorDetails {
  cause?: unknown;
  field?: string | undefined;
  shortages?: Shortage[];
  blockers?: MaintenanceBlocker[];
  fittingStepSeconds?: number;
  fittingSizeBytes?: number | undefined;
  secondFactor?: SecondFactorWanted;
}

/** The only error that domain code throws on purpose; one filter turns it into a problem document. The catalogue of errors has its class and its sentence. */
export class DomainError<R extends ErrorReason = ErrorReason> extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly reason: Message;
  readonly field: string | undefined;
  readonly shortages: Shortage[] | undefined;
  readonly blockers: MaintenanceBlocker[] | undefined;
  readonly fittingStepSeconds: number | undefined;
  readonly fittingSizeBytes: number | undefined;
  readonly secondFactor: SecondFactorWanted | undefined;

  constructor(
    reason: R,
    params: ErrorParams<R>,
    { cause, field, shortages, blockers, fittingStepSeconds, fittingSizeBytes, secondFactor }: DomainErrorDetails = {},
  ) {
    const message = errorMessage(reason, params);
    super(textOfError(message), { cause });
    this.code = errorCatalogue[reason].errorCode;
    this.reason = message;
    this.field = field;
    this.shortages = shortages;
    this.blockers = blockers;
    this.fittingStepSeconds = fittingStepSeconds;
    this.fittingSizeBytes = fittingSizeBytes;
    this.secondFactor = secondFactor;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
