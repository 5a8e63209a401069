import { Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { useLive } from '../live/use-live.js';
import { Banners } from '../ui/banners.js';
import { EntityCard } from '../ui/entity/use-entity-card.js';
import { Keyboard } from './keyboard.js';
import { Navigation } from './navigation.js';
import { Notices } from './notices.js';
import styles from './shell.module.css';

/** A lazy chunk together with the positioning library: loaded with the first card. */
const HoverCard = lazy(() => import('./cards/hover-card.js').then((module) => ({ default: module.HoverCard })));

/** The frame that stays while pages change. */
export function Shell() {
  const live = useLive();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.top}>
        <Banners live={live} />
      </div>
      <Navigation live={live} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <EntityCard value={HoverCard}>
          <Outlet />
        </EntityCard>
      </main>
      <Notices />
      <Keyboard />
    </div>
  );
}
