import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import { useServerFacts } from '../../api/server-facts.js';
import type { Simulation } from '../../api/types.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Curl } from '../../ui/text/curl.js';
import { Empty } from '../../ui/text/message.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { mendingFaults } from './faults.js';
import { Machines } from './machines.js';
import styles from './simulation.module.css';
import { faultRequest, useFaults, useSimulation } from './use-simulation.js';
import { VolumeStrip } from './volume-strip.js';

const Tour = lazy(() => import('./tour.js').then((module) => ({ default: module.Tour })));

/** Breaks and mends the machines of a simulated cluster. */
export function SimulationPage() {
  const { simulated } = useServerFacts();
  const simulation = useSimulation(simulated);
  if (!simulated)
    return (
      <Page title="Simulation">
        <Empty>This cluster is real: it has no simulation.</Empty>
      </Page>
    );
  return (
    <Loaded of={simulation} gone="This server has no simulation.">
      {(data) => <SimulationView simulation={data} />}
    </Loaded>
  );
}

const DEMANDS = [
  { factor: 0, label: 'None' },
  { factor: 0.5, label: 'Half' },
  { factor: 1, label: 'Usual' },
  { factor: 2, label: 'Twice' },
  { factor: 4, label: 'Four times' },
];

function SimulationView({ simulation }: { simulation: Simulation }) {
  const refused = usePermissionRefusal('simulation:change');
  const { last, isPending, inject } = useFaults();
  const mends = mendingFaults(simulation);
  const nodes = api.useQuery('get', '/api/v1/nodes', { params: { query: { limit: PAGE_ROWS } } });
  const first = simulation.nodes[0]?.name ?? '';
  return (
    <Page
      title="Simulation"
      status={<Status tone={mends.length === 0 ? 'good' : 'warn'} what={inForce(mends.length)} />}
      actions={
        <ActionButton
          variant="filled"
          loading={isPending}
          refusedBecause={refused ?? (mends.length === 0 ? 'No fault is in force.' : null)}
          onClick={() => inject(...mends)}
        >
          Mend everything
        </ActionButton>
      }
    >
      <Suspense fallback={null}>
        <Tour />
      </Suspense>
      <Section title="Volumes">
        <VolumeStrip />
      </Section>
      <div className={styles.wide}>
        <Section title="Load">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
          <div role="group" aria-label="Demand of the applications" className={styles.choices}>
            {DEMANDS.map(({ factor, label }) => (
              <ActionButton
                key={factor}
                size="compact-sm"
                variant={simulation.demandFactor === factor ? 'filled' : 'default'}
                aria-pressed={simulation.demandFactor === factor}
                refusedBecause={refused}
                onClick={() => inject({ fault: 'demand', factor })}
              >
                {label}
              </ActionButton>
            ))}
          </div>
        </Section>
        <Section title="Networks">
          <ul className={styles.choices}>
            {simulation.networks.map(({ name, up }) => (
              <li key={name} className={styles.network}>
                <Status tone={up ? 'good' : 'bad'} what={`${name} ${up ? 'up' : 'down'}`} />
                <ActionButton
                  size="compact-xs"
                  aria-label={`${up ? 'Take down' : 'Bring up'} ${name}`}
                  refusedBecause={refused}
                  onClick={() => inject({ fault: 'network', network: name, up: !up })}
                >
                  {up ? 'Take down' : 'Bring up'}
                </ActionButton>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <Machines simulation={simulation} nodes={nodes.data?.items ?? []} refused={refused} inject={inject} />
      <Section title="Request">
        <Curl of={faultRequest(last ?? { fault: 'kill-node', node: first })} />
      </Section>
    </Page>
  );
}

const inForce = (count: number) => (count === 0 ? 'no faults' : count === 1 ? '1 fault in force' : `${count} faults in force`);
