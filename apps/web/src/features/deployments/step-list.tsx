import type { Deployment, DeploymentPlan } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Mark } from '../../ui/marks/mark.js';
import { TextLink } from '../../ui/text/links.js';
import { ReasonView } from '../jobs/reason-view.js';
import { capital, stepTone } from './deployment-words.js';
import styles from './step-list.module.css';

type Planned = DeploymentPlan['steps'][number];
type Step = Planned & Partial<Pick<Deployment['steps'][number], 'state' | 'error' | 'jobIds'>>;

const MOST_JOBS = 4;

/** Steps in their order; those of a deployment with their state, their jobs and their error. */
export const StepList = ({ steps }: { steps: readonly Step[] }) => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map(({ message, work, state, error, jobIds = [] }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a deployment are a fixed list.
      <li key={at}>
        <span className={styles.number}>{at + 1}</span>
        <span>
          {capital(message)}
          <Detail work={work} />
          {error ? <ReasonView reason={error} /> : null}
        </span>
        <span className="row">
          {state === 'running' || state === 'undoing' || state === 'failed'
            ? jobIds.slice(0, MOST_JOBS).map((id, number) => (
                <TextLink key={id} {...paths.job(id)}>
                  job {number + 1}
                </TextLink>
              ))
            : null}
          {state ? (
            <span className="row">
              <Mark tone={stepTone[state]} />
              {state}
            </span>
          ) : null}
        </span>
      </li>
    ))}
  </ol>
);

function Detail({ work }: { work: Step['work'] }) {
  const text = work.kind === 'take' ? work.drives.map(({ serial }) => serial).join(', ') : null;
  return text ? <div className={styles.detail}>{text}</div> : null;
}
