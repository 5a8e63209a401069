import type { MetricName } from '@weft/shared/stats/metrics';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ApiRequest } from '../api/curl.js';
import type { RoleCpu } from '../api/types.js';
import type { Noun } from '../ui/text/nouns.js';
import styles from './provenance.module.css';

/** A statistics value: source, error and query follow from its metric. */
export interface MetricProvenance {
  metric: MetricName;
  /** Name in the statistics API. */
  object: string;
  /** Label in Prometheus: name of a volume, client or node, serial of a drive, id of a leg. */
  label: string;
  /** The object and its observer. */
  source: string;
  /** End of the observation, milliseconds; null: nothing was observed. */
  at: number | null;
  /** For percentiles: range that contains the exact value. */
  bounds?: string | null | undefined;
  /** Alternatively, the histogram counts that the percentile was read from. */
  counts?: number | number[] | null | undefined;
}

/** CPU load of the nodes in a role, from the overview. */
export interface RoleCpuProvenance {
  role: 'Targets' | 'Clients';
  cpu: RoleCpu;
  at: string;
}

/** Any other value, described in words. */
export interface FieldProvenance {
  title: string;
  source: string;
  nodes: readonly Noun[];
  /** Null: nothing was observed. */
  at: string | null;
  /** Maximum age, where there is no single time. */
  age?: string;
  error: string;
  promql: string | null;
  /** Request that returns the value, and the jq filter for its place in the response. */
  request: ApiRequest;
  pick: string;
}

export type ProvenanceOf = MetricProvenance | RoleCpuProvenance | FieldProvenance;

/** Texts and queries are a lazy chunk: users open the provenance of few numbers. */
const Card = lazy(() => import('./provenance-card.js').then((module) => ({ default: module.ProvenanceCard })));

const HOVER_MS = 200;

/** A number that shows its provenance on hover or keyboard focus. */
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
