import './zod-config.js';
import './theme/mantine.css';
import './theme/fonts.css';
import './theme/theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './cache/query-client.js';
import { router } from './router.js';
import { SessionGate } from './shell/session-gate.js';
import { applyDensity } from './theme/density.js';
import { theme } from './theme/theme.js';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

applyDensity();

/** A lazy chunk, which only a federation (`weft-server federate`) needs: it marks its page. */
const isFederation = document.documentElement.dataset['weft'] === 'zones';
const ZonesConsole = lazy(() => import('./features/zones/zones-console.js').then((module) => ({ default: module.ZonesConsole })));

// Loads the code of the page beside the session, not after it: the router starts only when the session is known.
if (!isFederation) for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) void router.loadRouteChunk(route);

/** The console of one cluster. */
const clusterConsole = () => (
  <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
    <QueryClientProvider client={createQueryClient()}>
      <SessionGate>
        <RouterProvider router={router} />
      </SessionGate>
    </QueryClientProvider>
  </MantineProvider>
);

createRoot(element).render(
  // Variables and classes come from theme.css: style elements would need 'unsafe-inline' in the Content-Security-Policy.
  <StrictMode>
    {isFederation ? (
      <Suspense fallback={null}>
        <ZonesConsole />
      </Suspense>
    ) : (
      clusterConsole()
    )}
  </StrictMode>,
);
