import { QueryClientProvider } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { PastContext } from '../../api/past.js';
import { createPastClient } from '../../cache/past-client.js';

const recorded = /^\/(?:$|topology$|(?:volumes|attachments|drives|drive-classes|nodes|alerts|silences)(?:$|\/(?!new$|map$)))/;

/** The moment in the address, and whether this page can show it. */
export function useMoment(): { at: string | null; isShown: boolean } {
  const at = useSearch({ strict: false, select: (search) => (search as { at?: string }).at }) ?? null;
  const isShown = useLocation({ select: ({ pathname }) => recorded.test(pathname) });
  return { at, isShown };
}

/** Shows the page as of a moment, with a cache of its own. Another moment mounts the page again. */
export function Past({ at, children }: { at: string | null; children: ReactNode }) {
  const client = useMemo(() => (at === null ? null : createPastClient(at)), [at]);
  if (at === null || !client) return children;
  return (
    <PastContext value={at} key={at}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </PastContext>
  );
}
