import { useEffect, useState } from 'react';
import { hasCode } from '../api/problem.js';

/**
 * What a change is for: the object as it was when the dialog was opened, so that another's change meanwhile is refused and not overwritten. Once it was
 * refused, the object as it is now: the dialog can be read again, and the change repeated.
 * @param onRefused forgets the refusal.
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
