import { useEffect, useState } from 'react';
import { hasCode } from '../api/problem.js';

/**
 * The base version of a change: the object as of the opening of the dialog, so that the server refuses the change if another user changed the object
 * meanwhile. After such a refusal, the latest object: the user can read the dialog again and repeat the change.
 * @param onRefused clears the refusal.
 */
export function useBase<T extends { version: number }>(newest: T, error: unknown, onRefused: () => void): T {
  const [base, setBase] = useState(newest);
  const isOld = hasCode(error, 'version-mismatch') && newest.version > base.version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, with what is there then.
  useEffect(() => {
    if (!isOld) return;
    setBase(newest);
    onRefused();
  }, [isOld]);
  return base;
}
