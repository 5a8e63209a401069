import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { State } from '../../topology/states.js';
import styles from './topology.module.css';

/** Selects another object of the picture; the search text and the colouring stay. */
export const SelectLink = ({ select, children }: { select: string; children: ReactNode }) => (
  <Link from="/topology" search={(before) => ({ ...before, select })} className={styles.choice}>
    {children}
  </Link>
);

interface Props {
  title: string;
  items: readonly { key: string; label: string; state?: State; more?: ReactNode }[];
}

const MOST = 30;

/** Other objects of the picture that belong to the selection. */
export function Choices({ title, items }: Props) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div>
      <h3 id={id}>
        {title} ({items.length})
      </h3>
      <ul aria-labelledby={id} className={styles.choices}>
        {items.slice(0, MOST).map(({ key, label, state, more }) => (
          <li key={key}>
            {state ? <span className={styles.mark} data-tone={state.tone} aria-hidden /> : null}
            <SelectLink select={key}>{label}</SelectLink>
            {state && state.tone !== 'good' ? <span className={styles.lineState}>{state.what}</span> : null}
            {more}
          </li>
        ))}
      </ul>
      {items.length > MOST ? <p className="dimmed">And {items.length - MOST} more: the tree has them all.</p> : null}
    </div>
  );
}
