import { useEffect, useState } from 'react';
import { api } from '../../api/client.js';
import type { Simulation } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Section } from '../../ui/page.js';
import { InlineLink } from '../../ui/text/links.js';
import { usePermissionRefusal } from '../session/use-session.js';
import styles from './tour.module.css';
import { doneSteps, nodesDown, readTour, type TourState, type TourStep, targetToBreak, tourSteps } from './tour-steps.js';
import { useFaults, useSimulation } from './use-simulation.js';

const STORED = 'weft.tour';

const TITLES: Record<TourStep, string> = {
  topology: 'See the fabric',
  volume: 'Open a volume',
  break: 'Break something',
  heal: 'Watch it heal',
  audit: 'See who did it',
};

/** Kept in the browser. */
function useTour(): [TourState, (change: Partial<TourState>) => void] {
  const [state, setState] = useState(() => readTour(window.localStorage.getItem(STORED)));
  const change = (part: Partial<TourState>) => {
    const next = { ...state, ...part };
    window.localStorage.setItem(STORED, JSON.stringify(next));
    setState(next);
  };
  return [state, change];
}

/**
 * A tour of a simulated cluster that has volumes, in five steps. Nothing is shown once it is hidden, or without a simulation. It has its full size before
 * its data come, so that they move nothing.
 */
export function Tour() {
  const [state, change] = useTour();
  const simulation = useSimulation(!state.hidden);
  const volumes = api.useQuery('get', '/api/v1/volumes', { params: { query: { limit: PAGE_ROWS } } }, { enabled: !state.hidden });
  const [data, items] = [simulation.data, volumes.data?.items];
  const done = data && items ? doneSteps(state.done, data, items) : state.done;
  useEffect(() => {
    if (done.length !== state.done.length) change({ done });
  });
  if (state.hidden || simulation.isError || volumes.isError || items?.length === 0) return null;
  const next = tourSteps.find((step) => !done.includes(step));
  const visited = (step: TourStep) => change({ done: tourSteps.filter((each) => each === step || done.includes(each)) });
  return (
    <Section
      title={next ? 'Tour' : 'Tour finished'}
      actions={
        <>
          <span className="dimmed">
            {done.length} of {tourSteps.length}
          </span>
          <ActionButton size="compact-xs" refusedBecause={null} onClick={() => change({ hidden: true })}>
            Hide
          </ActionButton>
        </>
      }
    >
      <progress className={styles.progress} aria-label="Tour" value={done.length} max={tourSteps.length} />
      <ol className={styles.steps} aria-label="Tour">
        {tourSteps.map((step, at) => (
          <li key={step} data-done={done.includes(step)} aria-current={step === next ? 'step' : undefined} className={styles.step}>
            <span className={styles.tick} role="img" aria-label={done.includes(step) ? 'done' : 'to do'}>
              {done.includes(step) ? '✓' : at + 1}
            </span>
            <span className={styles.text}>
              <strong>{TITLES[step]}</strong>
              <Todo step={step} simulation={data ?? null} volumeId={items?.[0]?.id ?? null} onVisit={() => visited(step)} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface TodoProps {
  step: TourStep;
  /** Null: not read yet. */
  simulation: Simulation | null;
  volumeId: string | null;
  onVisit: () => void;
}

function Todo({ step, simulation, volumeId, onVisit }: TodoProps) {
  const refused = usePermissionRefusal('simulation:change');
  const { isPending, inject } = useFaults();
  const target = simulation && targetToBreak(simulation);
  const [down] = simulation ? nodesDown(simulation) : [];
  const unread = simulation ? null : 'The machines are being read.';
  switch (step) {
    case 'topology':
      return (
        <span>
          Clients, networks and targets in the{' '}
          <InlineLink {...paths.topology()} onClick={onVisit}>
            topology
          </InlineLink>
        </span>
      );
    case 'volume':
      return (
        <span>
          Load, latency and legs of{' '}
          {volumeId === null ? (
            'a volume'
          ) : (
            <InlineLink {...paths.volume(volumeId)} onClick={onVisit}>
              a volume
            </InlineLink>
          )}
        </span>
      );
    case 'break':
      return (
        <ActionButton
          size="compact-xs"
          loading={isPending}
          refusedBecause={refused ?? unread ?? (target === null ? 'No target has power.' : down ? `${down} is down already.` : null)}
          onClick={() => inject({ fault: 'kill-node', node: target ?? '' })}
        >
          {`Take ${target ?? 'a target'} down`}
        </ActionButton>
      );
    case 'heal':
      return (
        <ActionButton
          size="compact-xs"
          loading={isPending}
          refusedBecause={refused ?? unread ?? (down ? null : 'Every machine has power.')}
          onClick={() => inject({ fault: 'boot-node', node: down ?? '' })}
        >
          {`Boot ${down ?? 'it'}`}
        </ActionButton>
      );
    case 'audit':
      return (
        <span>
          Every change, with its user, in the{' '}
          <InlineLink {...paths.audit()} onClick={onVisit}>
            audit
          </InlineLink>
        </span>
      );
  }
}
