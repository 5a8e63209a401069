import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a constant identity that calls the newest version: for rows that are redrawn only when their props change. */
export function useStable<A extends unknown[], R>(newest: (...given: A) => R): (...given: A) => R {
  const ref = useRef(newest);
  useLayoutEffect(() => {
    ref.current = newest;
  });
  return useCallback((...given: A) => ref.current(...given), []);
}
