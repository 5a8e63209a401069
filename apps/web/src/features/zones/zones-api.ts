import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ProblemError, UnreachableError } from '../../api/problem.js';
import { noteServerTime } from '../../api/server-clock.js';
import { noteHeaders } from '../../api/server-facts.js';
import type { Problem } from '../../api/types.js';

/** Interval at which a page reads an answer again. The federation answers from memory. */
const READ_AGAIN_MS = 5000;
const TOKEN_KEY = 'weft-zones-token';

/** The reader's token, until the tab closes. The federation has no sessions: it changes nothing, not even for a login. */
export const readerToken = {
  get: (): string | null => sessionStorage.getItem(TOKEN_KEY),
  set: (token: string): void => sessionStorage.setItem(TOKEN_KEY, token),
  forget: (): void => sessionStorage.removeItem(TOKEN_KEY),
};

/** @throws ProblemError or UnreachableError */
export async function readZones<T>(path: string, token: string): Promise<T> {
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } }).catch((cause: unknown) => {
    throw new UnreachableError('The federation does not answer.', { cause });
  });
  noteServerTime(response.headers);
  noteHeaders(response);
  if (response.ok) return (await response.json()) as T;
  if (response.headers.get('content-type')?.startsWith('application/problem+json'))
    throw new ProblemError((await response.json()) as Problem);
  throw new UnreachableError(`The answer ${response.status} ${response.statusText} is not from a Weft federation. Check for a proxy.`);
}

/** An answer of the federation below /api/v1/zones, kept fresh. */
export const useZones = <T>(path: string, isWanted = true): UseQueryResult<T> =>
  useQuery<T>({
    queryKey: ['zones', path],
    queryFn: () => readZones<T>(`/api/v1/zones${path}`, readerToken.get() ?? ''),
    refetchInterval: READ_AGAIN_MS,
    placeholderData: (before) => before,
    enabled: isWanted,
  });
