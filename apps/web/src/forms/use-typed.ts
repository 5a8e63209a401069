import { useEffect, useRef } from 'react';

/**
 * A field whose text is in the address too. The address follows what is typed, some letters later: it must not take them back. Where it changes by
 * itself (a link, the way back), the field follows.
 */
export function useTyped(address: string) {
  const input = useRef<HTMLInputElement>(null);
  /** Given to the address, and not there yet. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const at = sent.current.indexOf(address);
    sent.current = sent.current.slice(at + 1);
    if (at < 0 && input.current) input.current.value = address;
  }, [address]);
  return { input, typed: (text: string) => sent.current.push(text) };
}
