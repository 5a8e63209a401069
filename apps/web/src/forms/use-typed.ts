import { useEffect, useRef } from 'react';

/**
 * A text field that is mirrored in the address. The address follows the field with a delay and must not undo newer letters. When the address changes for
 * another reason (a link, the back button), the field follows it.
 */
export function useTyped(address: string) {
  const input = useRef<HTMLInputElement>(null);
  /** Texts sent to the address that are not in it yet. */
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const at = sent.current.indexOf(address);
    sent.current = sent.current.slice(at + 1);
    if (at < 0 && input.current) input.current.value = address;
  }, [address]);
  return { input, typed: (text: string) => sent.current.push(text) };
}
