import type { Problem } from './types.js';

/** The server refused the request: its problem document, as an error. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** No response, or one that is not from the server (a proxy's page). */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export const problemOf = (error: unknown): Problem | null => (error instanceof ProblemError ? error.problem : null);

/** Message of an error. `ProblemError` and `UnreachableError` both say what to do. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const hasCode = (error: unknown, ...codes: Problem['code'][]): boolean => {
  const problem = problemOf(error);
  return problem !== null && codes.includes(problem.code);
};

/** The message of an error about this field, or null. In some responses, paths of bodies start with `body.`. */
export function fieldError(error: unknown, field: string): string | null {
  const problem = problemOf(error);
  return problem?.field?.replace(/^body\./, '') === field ? problem.detail : null;
}
