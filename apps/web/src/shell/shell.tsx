import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useLive } from '../live/use-live.js';
import { Banners } from '../ui/banners.js';
import { EntityCard } from '../ui/entity/use-entity-card.js';
import { Keyboard } from './keyboard.js';
import { Navigation } from './navigation.js';
import { Notices } from './notices.js';
import { Past, useMoment } from './past/past.js';
import styles from './shell.module.css';

/** A lazy chunk together with the positioning library: loaded with the first card. */
const HoverCard = lazy(() => import('./cards/hover-card.js').then((module) => ({ default: module.HoverCard })));

/** A lazy chunk: most visits are to the present. */
const TimeBar = lazy(() => import('./past/time-bar.js').then((module) => ({ default: module.TimeBar })));

/** The frame that stays while pages change. */
export function Shell() {
  const live = useLive();
  const { at, isShown } = useMoment();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.top}>
        <Banners live={live} />
        {at ? (
          <Suspense fallback={null}>
            <TimeBar at={at} isShown={isShown} />
          </Suspense>
        ) : null}
      </div>
      <Navigation live={live} />
      <main id="content" className={styles.main} tabIndex={-1}>
        <Past at={isShown ? at : null}>
          <EntityCard value={HoverCard}>
            <Outlet />
          </EntityCard>
        </Past>
      </main>
      <Notices />
      <Keyboard />
    </div>
  );
}
