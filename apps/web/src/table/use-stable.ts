import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that is the same at every render and does what the newest does: for rows that are drawn anew only when they change. */
export function useStable<A extends unknown[], R>(newest: (...given: A) => R): (...given: A) => R {
  const ref = useRef(newest);
  useLayoutEffect(() => {
    ref.current = newest;
  });
  return useCallback((...given: A) => ref.current(...given), []);
}
