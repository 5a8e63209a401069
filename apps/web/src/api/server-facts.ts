import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.js';

/** Facts about the server from the headers of every response, known before login. */
export interface ServerFacts {
  simulated: boolean;
  insecureHttp: boolean;
  /** When the data of the answers was current, at the earliest: the database has had no primary since then. Null: the data is current. */
  dataAt: string | null;
}

let facts: ServerFacts = { simulated: false, insecureHttp: false, dataAt: null };
const listeners = new Set<() => void>();

/** The age grows with each answer, so the first one gives the moment. A refusal has no data. */
function dataAt({ headers, ok }: Response): string | null {
  if (!ok) return facts.dataAt;
  const age = headers.get('age');
  return age === null ? null : (facts.dataAt ?? new Date(serverNow() - Number(age) * 1000).toISOString());
}

export function noteHeaders(response: Response): void {
  const { headers } = response;
  const next: ServerFacts = {
    simulated: headers.get('weft-simulated') === 'true',
    insecureHttp: headers.get('weft-insecure-http') === 'true',
    dataAt: dataAt(response),
  };
  if (next.simulated === facts.simulated && next.insecureHttp === facts.insecureHttp && next.dataAt === facts.dataAt) return;
  facts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const serverFacts = (): ServerFacts => facts;
export const useServerFacts = (): ServerFacts => useSyncExternalStore(subscribe, serverFacts);
