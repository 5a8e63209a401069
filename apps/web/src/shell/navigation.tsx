import { Link, useNavigate } from '@tanstack/react-router';
import { serverNow } from '../api/server-clock.js';
import { useServerFacts } from '../api/server-facts.js';
import type { LiveState } from '../live/use-live.js';
import { paths } from '../paths/paths.js';
import { Logo } from '../ui/logo.js';
import { Icon } from '../ui/marks/icons.js';
import { SimulatedBadge } from '../ui/marks/simulated-badge.js';
import { type Attention, useAttention } from './attention.js';
import { SearchButton } from './keyboard.js';
import styles from './navigation.module.css';
import { useMoment } from './past/past.js';
import { groups } from './places.js';
import { useCollapsed } from './use-collapsed.js';
import { UserMenu } from './user/user-menu.js';

const LIVE_WORDS = { connecting: 'connecting', live: 'live', lost: 'not connected' };

export function Navigation({ live }: { live: LiveState }) {
  const { at, isShown } = useMoment();
  const attention = useAttention(isShown ? at : null);
  const [isCollapsed, toggle] = useCollapsed();
  const action = isCollapsed ? 'Expand navigation' : 'Collapse navigation';
  return (
    <aside className={styles.side} aria-label="Weft" data-collapsed={isCollapsed}>
      <div className={styles.brand}>
        <Logo /> <span className={styles.word}>Weft</span>
        <SimulationLink />
      </div>
      <SearchButton className={styles.search} />
      <nav aria-label="Main" className={styles.main}>
        {groups.map(({ name, places }) => (
          <div key={name} className={styles.group}>
            <span className={styles.name} aria-hidden>
              {name}
            </span>
            <ul aria-label={name} className={styles.places}>
              {places.map(({ label, letter: _letter, icon, ...place }) => (
                <li key={label}>
                  <Link
                    {...place}
                    className={styles.place}
                    title={isCollapsed ? label : undefined}
                    aria-description={attention[label]?.what}
                    activeOptions={{ includeSearch: false, exact: place.to === '/' }}
                  >
                    <Icon name={icon} />
                    <span className={styles.word}>{label}</span>
                    {attention[label] ? <Count {...attention[label]} /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.foot}>
        <span className={styles.live} data-state={live.state}>
          <span className={styles.dot} aria-hidden />
          <span className={styles.word}>{LIVE_WORDS[live.state]}</span>
        </span>
        <PastButton />
        <button type="button" className={styles.collapse} aria-expanded={!isCollapsed} aria-label={action} title={action} onClick={toggle}>
          <Icon name="collapse" />
        </button>
        <UserMenu />
      </div>
    </aside>
  );
}

/** Begins a minute ago. */
function PastButton() {
  const navigate = useNavigate();
  const words = 'Show the cluster as it was';
  const show = () => void navigate({ to: '.', search: (before) => ({ ...before, at: new Date(serverNow() - 60_000).toISOString() }) });
  return (
    <button type="button" className={styles.past} aria-label={words} title={words} onClick={show}>
      <Icon name="past" />
    </button>
  );
}

/** The badge of a simulated cluster leads to its faults. */
const SimulationLink = () =>
  useServerFacts().simulated ? (
    <Link {...paths.simulation()} className={styles.simulation} title="Break and mend the simulated machines">
      <SimulatedBadge />
    </Link>
  ) : null;

/** Hidden from assistive technology: the description of the link says what it counts. */
const Count = ({ count, tone, what }: Attention) => (
  <span className={styles.count} data-tone={tone} title={what} aria-hidden>
    {count > 999 ? '999+' : count}
  </span>
);
