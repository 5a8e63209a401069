import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import { useServerFacts } from '../../api/server-facts.js';
import type { Overview } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Loaded } from '../../ui/loaded.js';
import { OnlyNow } from '../../ui/only-now.js';
import { Page, Section } from '../../ui/page.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { BelowAlerts } from '../alerts/open-alerts.js';
import { useOpenAlerts } from '../alerts/use-open-alerts.js';
import { Statistics } from '../statistics/statistics.js';
import { Capacity } from './capacity.js';
import { MiniMap } from './fabric/mini-map.js';
import { Findings } from './findings.js';
import { JobLists } from './job-lists.js';
import { isEmpty, mayBeFirstRun } from './may-be-first-run.js';
import styles from './overview.module.css';
import { Now } from './tiles/now.js';
import { Rankings } from './top/rankings.js';

/** A lazy chunk: few users need it, and only once. */
const FirstSteps = lazy(() => import('./first-steps.js').then((module) => ({ default: module.FirstSteps })));

const Tour = lazy(() => import('../simulation/tour.js').then((module) => ({ default: module.Tour })));

/** CPU load has no live updates: it is stored every 10 s. */
const REREAD_MS = 10_000;

export function OverviewPage() {
  const overview = api.useQuery('get', '/api/v1/overview', undefined, { refetchInterval: REREAD_MS });
  const alerts = useOpenAlerts();
  return (
    <Page title="Overview">
      <Loaded of={overview} gone="The server has no overview. It may be older than this console.">
        {(data) => (
          <BelowAlerts read={alerts}>
            <OverviewView overview={data} />
          </BelowAlerts>
        )}
      </Loaded>
    </Page>
  );
}

const route = getRouteApi('/');

function OverviewView({ overview }: { overview: Overview }) {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { simulated } = useServerFacts();
  return (
    // One boundary for all: steps that arrive late would push what the user already reads, or has the focus on, out of the window.
    <Suspense fallback={<Empty>Loading…</Empty>}>
      {isEmpty(overview) ? null : <Findings overview={overview} />}
      <OnlyNow>
        {simulated && overview.counts.volumes.total > 0 ? <Tour /> : null}
        {mayBeFirstRun(overview) ? <FirstSteps overview={overview} /> : null}
      </OnlyNow>
      {isEmpty(overview) ? null : (
        <>
          <OnlyNow>
            <Now overview={overview} />
          </OnlyNow>
          <div className={styles.fabric}>
            <Capacity classes={overview.classes} at={overview.at} />
            <OnlyNow>
              <Section title="Drives by load" actions={<TextLink {...paths.driveMap()}>Drive map</TextLink>}>
                <MiniMap />
              </Section>
            </OnlyNow>
          </div>
          <div className={styles.columns}>
            <OnlyNow>
              <Rankings total={overview.counts.volumes.total} />
            </OnlyNow>
            <JobLists overview={overview} />
          </div>
          <Statistics
            search={search}
            onSearch={(next) => navigate({ search: next })}
            of={[
              { title: 'I/O of the cluster', object: 'cluster', label: '', figures: 'io', source: 'All volumes, seen by their clients' },
            ]}
          />
        </>
      )}
    </Suspense>
  );
}
