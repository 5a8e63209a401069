import { lazy, Suspense, useState } from 'react';
import { problemOf } from '../../../api/problem.js';
import type { VolumeCreate } from '../../../api/types.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Empty } from '../../../ui/text/message.js';
import type { VolumeForm } from './form/volume-schema.js';
import styles from './placement-preview.module.css';
import { usePlan } from './use-plan.js';

/** Lazy chunks: there is no plan, and no shortage, before a size and a class are entered. */
const PlanView = lazy(() => import('./plan-view.js').then((module) => ({ default: module.PlanView })));
const Fixes = lazy(() => import('./fixes-view.js').then((module) => ({ default: module.Fixes })));

interface Props {
  spec: VolumeCreate;
  onFix: (change: Partial<VolumeForm>) => void;
}

/** The plan as of now: losses survived, capacity and placement; or the shortage in numbers and possible changes. */
export function PlacementPreview({ spec, onFix }: Props) {
  // Here, so that it stays while the plan of another protection is read.
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { body, data, error, isOld } = usePlan(spec);
  const loading = (
    <Section title="Placement">
      <Empty>Loading…</Empty>
    </Section>
  );
  if (!body) return loading;
  const problem = problemOf(error);
  if (error)
    return (
      <Section title="Placement">
        <div className="stack">
          <ProblemView error={error} />
          {problem?.shortages ? (
            <Suspense fallback={null}>
              <Fixes spec={body} problem={problem} onFix={onFix} />
            </Suspense>
          ) : null}
        </div>
      </Section>
    );
  if (!data) return loading;
  return (
    <Suspense fallback={loading}>
      <div className={`stack ${styles.plan}`} aria-busy={isOld}>
        <PlanView of={body} plan={data} failed={failed} onFailed={setFailed} />
      </div>
    </Suspense>
  );
}
