import { z } from 'zod';
import { type MaintenanceBlocker, maintenanceBlockerSchema } from '../kinds/maintenance.js';

/** Every error code of the API with its HTTP status. Codes are stable; clients may switch on them. */
export const ERROR_STATUS = {
  malformed: 400,
  'invalid-field': 400,
  'invalid-cursor': 400,
  unauthenticated: 401,
  forbidden: 403,
  'password-change-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'name-taken': 409,
  'wrong-state': 409,
  'in-use': 409,
  'device-busy': 409,
  'maintenance-unsafe': 409,
  'idempotency-mismatch': 409,
  'version-mismatch': 412,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'insufficient-space': 422,
  'insufficient-failure-domains': 422,
  'insufficient-drives': 422,
  'no-shared-network': 422,
  'not-possible': 422,
  'too-many-points': 422,
  'precondition-required': 428,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A shortage: what, where, by how much. Lets a client offer the fix. Bytes unless `unit` says otherwise. */
export const shortageSchema = z
  .strictObject({
    what: z.enum(['space', 'drives', 'failure-domains', 'storage-networks']),
    unit: z.enum(['bytes', 'count']),
    needed: z.number(),
    available: z.number(),
    where: z.string().meta({ description: 'Class, failure domain or node, by name.' }),
  })
  .meta({ id: 'Shortage' });
export type Shortage = z.infer<typeof shortageSchema>;

/** RFC 9457 problem document. */
export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string().meta({ description: 'What went wrong and what to do.' }),
    field: z.string().optional().meta({ description: 'The field at fault, as a path.' }),
    requestId: z.string(),
    shortages: z.array(shortageSchema).optional(),
    blockers: z
      .array(maintenanceBlockerSchema)
      .optional()
      .meta({ description: 'With maintenance-unsafe: what would stand still or be lost.' }),
    fittingStepSeconds: z.int().optional().meta({ description: 'Of too-many-points: the smallest step that fits.' }),
    fittingSizeBytes: z
      .int()
      .optional()
      .meta({ description: 'Of a volume that has no placement: the largest size that has one now, all else as asked. Absent: none.' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document.' });
export type Problem = z.infer<typeof problemSchema>;

export interface DomainErrorDetails {
  cause?: unknown;
  field?: string;
  shortages?: Shortage[];
  blockers?: MaintenanceBlocker[];
  fittingStepSeconds?: number;
  fittingSizeBytes?: number | undefined;
}

/** The only error that domain code throws on purpose; one filter turns it into a problem document. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly field: string | undefined;
  readonly shortages: Shortage[] | undefined;
  readonly blockers: MaintenanceBlocker[] | undefined;
  readonly fittingStepSeconds: number | undefined;
  readonly fittingSizeBytes: number | undefined;
  constructor(
    readonly code: ErrorCode,
    detail: string,
    { cause, field, shortages, blockers, fittingStepSeconds, fittingSizeBytes }: DomainErrorDetails = {},
  ) {
    super(detail, { cause });
    this.field = field;
    this.shortages = shortages;
    this.blockers = blockers;
    this.fittingStepSeconds = fittingStepSeconds;
    this.fittingSizeBytes = fittingSizeBytes;
  }
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
