import type { MetricName } from '@weft/shared/stats/metrics';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ApiRequest } from '../api/curl.js';
import type { RoleCpu } from '../api/types.js';
import type { Noun } from '../ui/text/nouns.js';
import styles from './provenance.module.css';

/** A value of the statistics: source, error and query follow from its metric. */
export interface MetricProvenance {
  metric: MetricName;
  /** As the statistics API names it. */
  object: string;
  /** As Prometheus labels it: a volume, client or node by its name, a drive by its serial, a leg by its id. */
  label: string;
  /** Whose value, and who observed it. */
  source: string;
  /** End of what was observed, milliseconds; null: nothing was. */
  at: number | null;
  /** Of percentiles: where the exact value is. */
  bounds?: string | null | undefined;
  /** Or counts of the histogram's buckets that it was read from. */
  counts?: number | number[] | null | undefined;
}

/** CPU of the nodes in a role, as the overview has it. */
export interface RoleCpuProvenance {
  role: 'Targets' | 'Clients';
  cpu: RoleCpu;
  at: string;
}

/** Any other value, in words. */
export interface FieldProvenance {
  title: string;
  source: string;
  nodes: readonly Noun[];
  /** Null: nothing was observed. */
  at: string | null;
  /** Where there is no moment to name: how old it may be. */
  age?: string;
  error: string;
  promql: string | null;
  /** What answers with it, and where in the answer it is (jq). */
  request: ApiRequest;
  pick: string;
}

export type ProvenanceOf = MetricProvenance | RoleCpuProvenance | FieldProvenance;

/** Words and queries are a piece of their own: few numbers are asked where they come from. */
const Card = lazy(() => import('./provenance-card.js').then((module) => ({ default: module.ProvenanceCard })));

const HOVER_MS = 200;

/** A number that says, when it is pointed at or reached by the keyboard, where it comes from. */
export function Provenance({ of, children }: { of: ProvenanceOf; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  const after = (milliseconds: number, next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), milliseconds);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    trigger.current?.focus();
    after(0, false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is what is operated; this only knows when it and its card are left.
    <span
      className={styles.number}
      onMouseEnter={() => after(HOVER_MS, true)}
      onMouseLeave={() => after(HOVER_MS, false)}
      onFocus={() => after(0, true)}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || after(0, false)}
      onKeyDown={onKeyDown}
    >
      <button ref={trigger} type="button" className={styles.trigger} aria-haspopup="dialog" aria-expanded={isOpen}>
        {children}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Card of={of} at={trigger} />
        </Suspense>
      ) : null}
    </span>
  );
}
