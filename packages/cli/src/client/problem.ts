import type { Problem } from '@weft/shared/errors/errors';
import { Failure, type FailureKind } from '../core/failure.js';

const KINDS: Record<number, FailureKind> = {
  400: 'refused',
  401: 'denied',
  403: 'denied',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
  413: 'refused',
  422: 'refused',
  428: 'conflict',
  429: 'unreachable',
  503: 'unreachable',
};

/** What to do, where the server's own sentence cannot know it: it does not know this program. */
const ADVICE: Record<string, string> = {
  unauthenticated: 'Log in: weft login.',
  'password-change-required': 'Change the password first: weft session change-password.',
  'version-mismatch': 'Somebody changed it meanwhile. Read it again, and repeat the command if it is still right.',
  'idempotency-mismatch': 'Give another --idempotency-key for another object.',
};

/** The server refused a request. */
export class ProblemFailure extends Failure {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
    message: string,
    advice: string | undefined,
  ) {
    super(KINDS[status] ?? 'unexpected', message, advice);
  }
}

/** @param text body of an answer with an error status */
export function problemFailure(status: number, text: string): ProblemFailure {
  const problem = parsed(text);
  if (!problem)
    return new ProblemFailure(
      status,
      undefined,
      `The server answered ${status} without an explanation.`,
      'Is this the address of a Weft server?',
    );
  const field = isNamed(problem) ? '' : ` (field "${problem.field}")`;
  return new ProblemFailure(status, problem, `${problem.detail}${field}`, ADVICE[problem.code] ?? requestHint(status, problem));
}

/** Whether the sentence names the field already, or there is none. */
const isNamed = ({ field, detail }: Problem): boolean => !field || detail.includes(`${field}:`) || detail.includes(` ${field} `);

const requestHint = (status: number, { requestId }: Problem): string | undefined =>
  status >= 500 ? `The log of the server has more: request ${requestId}.` : undefined;

function parsed(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return typeof body?.detail === 'string' && typeof body.code === 'string' ? (body as Problem) : undefined;
  } catch {
    return undefined;
  }
}
