import { Link } from '@tanstack/react-router';
import type { LiveState } from '../live/use-live.js';
import { Logo } from '../ui/logo.js';
import { SearchButton } from './keyboard.js';
import styles from './navigation.module.css';
import { places } from './places.js';
import { ThemeSwitch } from './theme-switch.js';
import { UserMenu } from './user-menu.js';

const LIVE_WORDS = { connecting: 'connecting', live: 'live', lost: 'not connected' };

export const Navigation = ({ live }: { live: LiveState }) => (
  <aside className={styles.side} aria-label="Weft">
    <div className={styles.brand}>
      <Logo /> Weft
    </div>
    <SearchButton className={styles.search} />
    <nav aria-label="Main">
      <ul className={styles.places}>
        {places.map(({ label, letter: _letter, ...place }) => (
          <li key={label}>
            <Link {...place} className={styles.place} activeOptions={{ includeSearch: false, exact: place.to === '/' }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
    <div className={styles.foot}>
      <span className={styles.live} data-state={live.state}>
        <span className={styles.dot} aria-hidden />
        {LIVE_WORDS[live.state]}
      </span>
      <ThemeSwitch />
      <UserMenu />
    </div>
  </aside>
);
