import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useServerFacts } from '../../api/server-facts.js';
import { ThemeSwitch } from '../../shell/user/theme-switch.js';
import { theme } from '../../theme/theme.js';
import { Logo } from '../../ui/logo.js';
import { SimulatedBadge } from '../../ui/marks/simulated-badge.js';
import { TokenPage } from './token-page.js';
import { linkTo, usePlace } from './use-place.js';
import styles from './zones.module.css';
import { ZonesAlertsPage } from './zones-alerts-page.js';
import { readerToken } from './zones-api.js';
import { ZonesOverviewPage } from './zones-overview-page.js';
import { ZonesSearchPage } from './zones-search-page.js';
import { ZonesTopologyPage } from './zones-topology-page.js';

const places = [
  { path: '/', label: 'Zones' },
  { path: '/search', label: 'Search' },
  { path: '/alerts', label: 'Alerts' },
  { path: '/topology', label: 'Topology' },
] as const;

function PageOf({ place }: { place: URL }) {
  const [, first = '', second = ''] = place.pathname.split('/');
  if (first === 'search') return <ZonesSearchPage />;
  if (first === 'alerts') return <ZonesAlertsPage zone={place.searchParams.get('zone')} />;
  if (first === 'topology') return <ZonesTopologyPage zone={second === '' ? null : decodeURIComponent(second)} />;
  return <ZonesOverviewPage />;
}

/** The frame of the pages of a federation. */
function Frame({ onLogOut }: { onLogOut: () => void }) {
  const place = usePlace();
  const { insecureHttp } = useServerFacts();
  const isAt = (path: string) => (path === '/' ? place.pathname === '/' : place.pathname.startsWith(path));
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <Logo /> Weft zones
        </span>
        <SimulatedBadge />
        <nav aria-label="Main" className={styles.nav}>
          {places.map(({ path, label }) => (
            <a key={path} {...linkTo(path)} aria-current={isAt(path) ? 'page' : undefined} className={styles.place}>
              {label}
            </a>
          ))}
        </nav>
        <ThemeSwitch />
        <button type="button" className={styles.leave} onClick={onLogOut}>
          Forget token
        </button>
      </header>
      {insecureHttp ? (
        <p role="note" className={styles.warning}>
          Plain HTTP: tokens cross the network unencrypted. Remove insecureHttp from the configuration of the federation.
        </p>
      ) : null}
      <main id="content" className={styles.main} tabIndex={-1}>
        <PageOf place={place} />
      </main>
    </div>
  );
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

/** The console of a federation: many clusters seen as one, read-only. */
export function ZonesConsole() {
  const [token, setToken] = useState(readerToken.get);
  const logOut = () => {
    readerToken.forget();
    client.clear();
    setToken(null);
  };
  const logIn = (next: string) => {
    readerToken.set(next);
    setToken(next);
  };
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={client}>
        {token === null ? <TokenPage onToken={logIn} /> : <Frame onLogOut={logOut} />}
      </QueryClientProvider>
    </MantineProvider>
  );
}
