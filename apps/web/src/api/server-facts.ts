import { useSyncExternalStore } from 'react';

/** Facts about the server from the headers of every response, known before login. */
export interface ServerFacts {
  simulated: boolean;
  insecureHttp: boolean;
}

let facts: ServerFacts = { simulated: false, insecureHttp: false };
const listeners = new Set<() => void>();

export function noteHeaders(headers: Headers): void {
  const next = { simulated: headers.get('weft-simulated') === 'true', insecureHttp: headers.get('weft-insecure-http') === 'true' };
  if (next.simulated === facts.simulated && next.insecureHttp === facts.insecureHttp) return;
  facts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useServerFacts = (): ServerFacts => useSyncExternalStore(subscribe, () => facts);
