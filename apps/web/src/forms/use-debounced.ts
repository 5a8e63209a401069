import { useEffect, useState } from 'react';

/** The value after it was stable for some time: limits requests while the user types. */
export function useDebounced<T>(value: T, milliseconds = 250): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
