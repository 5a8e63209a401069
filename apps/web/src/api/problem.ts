import type { Problem } from './types.js';

/** The server answered that it will not: its problem document, as an error. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** No answer came, or one that is not the server's (a proxy's page). */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export const problemOf = (error: unknown): Problem | null => (error instanceof ProblemError ? error.problem : null);

/** What an error says: a `ProblemError` and an `UnreachableError` both in words that say what to do. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const hasCode = (error: unknown, ...codes: Problem['code'][]): boolean => {
  const problem = problemOf(error);
  return problem !== null && codes.includes(problem.code);
};

/** The words of an error that is about this field, or null. Paths of bodies start with `body.` in some answers. */
export function fieldError(error: unknown, field: string): string | null {
  const problem = problemOf(error);
  return problem?.field?.replace(/^body\./, '') === field ? problem.detail : null;
}
