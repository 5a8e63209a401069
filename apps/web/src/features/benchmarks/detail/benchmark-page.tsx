import { Button, Progress } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { benchmarkActions } from '@weft/shared/kinds/benchmarks/benchmark';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.js';
import type { Benchmark } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Status } from '../../../ui/status.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty, Message } from '../../../ui/text/message.js';
import { Time } from '../../../ui/time/time.js';
import { durationText } from '../../../ui/time/time-text.js';
import { JobWaits } from '../../jobs/job-waits.js';
import { ReasonView } from '../../jobs/reason-view.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { Statistics } from '../../statistics/statistics.js';
import { benchmarkStatus, benchmarkTitle, loadText, percentText, profileWords } from '../benchmark-words.js';
import { counterparts } from '../counterparts.js';
import { ReportTables } from './report-tables.js';

const EndDialog = lazy(() => import('./end-dialog.js').then((module) => ({ default: module.EndDialog })));
const MOST_COMPARED = 5;

const route = getRouteApi('/benchmarks/$benchmarkId');

export function BenchmarkPage() {
  const { benchmarkId } = route.useParams();
  const benchmark = api.useQuery('get', '/api/v1/benchmarks/{id}', { params: { path: { id: benchmarkId } } });
  return (
    <Loaded isPage of={benchmark} gone="There is no such benchmark. It may have been deleted.">
      {(data) => <BenchmarkView benchmark={data} />}
    </Loaded>
  );
}

function BenchmarkView({ benchmark }: { benchmark: Benchmark }) {
  const role = usePermissionRefusal('benchmark:cancel');
  const [ending, setEnding] = useState<'cancel' | 'delete' | null>(null);
  const { id, state, error } = benchmark;
  const isOpen = benchmarkActions.cancel.includes(state) || state === 'removing';
  const refused = (action: 'cancel' | 'delete') => role ?? (benchmarkActions[action].includes(state) ? null : `It is ${state}.`);
  return (
    <Page
      title={benchmarkTitle(benchmark)}
      above={<TextLink {...paths.benchmarks()}>Benchmarks</TextLink>}
      status={<Status {...benchmarkStatus(benchmark)} />}
      actions={
        <>
          <Button component="a" variant="default" href={`/api/v1/benchmarks/${id}/report.csv`} download={`benchmark-${id}.csv`}>
            CSV
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
          {isOpen ? (
            <ActionButton refusedBecause={refused('cancel')} onClick={() => setEnding('cancel')}>
              Cancel…
            </ActionButton>
          ) : (
            <ActionButton refusedBecause={refused('delete')} onClick={() => setEnding('delete')}>
              Delete…
            </ActionButton>
          )}
        </>
      }
    >
      {error ? (
        <Message tone={state === 'cancelled' ? 'warn' : 'bad'}>
          <ReasonView reason={error} />
        </Message>
      ) : null}
      {isOpen ? <Running benchmark={benchmark} /> : null}
      <Report benchmark={benchmark} isOpen={isOpen} />
      <Comparisons benchmark={benchmark} />
      <Facts benchmark={benchmark} />
      <Suspense fallback={null}>
        {ending ? <EndDialog benchmark={benchmark} action={ending} onClose={() => setEnding(null)} /> : null}
      </Suspense>
    </Page>
  );
}

/** Progress, and the live charts of the volumes as their clients see them. */
function Running({ benchmark }: { benchmark: Benchmark }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { steps, stepIndex, progressRatio, stepProgressRatio, volumes, scratchWaits } = benchmark;
  const step = steps[stepIndex];
  const what =
    step?.kind === 'measure' && step.point
      ? `${loadText({ point: step.point, withoutCollection: step.withoutCollection })}, repeat ${step.repeat}`
      : step?.kind === 'precondition'
        ? 'writes the volumes in full'
        : 'checks the volumes';
  const clients = [...new Map(volumes.map(({ node }) => [node.id, node.name]))];
  return (
    <>
      <Section title="Progress">
        <div className="stack">
          <Progress value={progressRatio * 100} aria-label="Progress of the benchmark" />
          <p>
            {benchmark.state === 'running'
              ? `${percentText(progressRatio)}: step ${Math.min(stepIndex + 1, steps.length)} of ${steps.length}, ${what} (${percentText(stepProgressRatio)} of the step).`
              : `${percentText(progressRatio)} of ${steps.length} steps.`}
          </p>
        </div>
      </Section>
      {scratchWaits.length > 0 ? <ScratchWaits waits={scratchWaits} /> : null}
      <Statistics
        of={clients.map(([id, name]) => ({
          title: `Volumes of ${name}`,
          object: `client:${id}` as const,
          label: name,
          figures: 'io' as const,
          source: `All volumes attached to ${name}`,
        }))}
        search={search}
        onSearch={(next) => navigate({ search: next, replace: true })}
      />
    </>
  );
}

/** What blocks the creation or the removal of scratch volumes. */
const ScratchWaits = ({ waits }: { waits: Benchmark['scratchWaits'] }) => (
  <Section title="Scratch volumes wait">
    {[...new Set(waits.map(({ volume }) => volume))].map((name) => (
      <div key={name} className="stack">
        <p>{name}</p>
        <JobWaits job={{ waitingFor: waits.filter(({ volume }) => volume === name).map(({ wait }) => wait) }} />
      </div>
    ))}
  </Section>
);

function Report({ benchmark, isOpen }: { benchmark: Benchmark; isOpen: boolean }) {
  const report = api.useQuery('get', '/api/v1/benchmarks/{id}/report', { params: { path: { id: benchmark.id } } });
  const { refetch } = report;
  // A step has ended, the benchmark has, or the targets' CPU arrived after it.
  const age = isOpen ? benchmark.stepIndex : benchmark.revision;
  const read = useRef(age);
  useEffect(() => {
    if (read.current === age) return;
    read.current = age;
    void refetch();
  }, [age, refetch]);
  return (
    <Loaded of={report} gone="There is no report.">
      {(data) =>
        data.results.length === 0 ? (
          <Empty>{isOpen ? 'No step has been measured yet.' : 'Nothing was measured.'}</Empty>
        ) : (
          <ReportTables report={data} />
        )
      }
    </Loaded>
  );
}

/** Ready comparisons with earlier benchmarks of the same profile. */
function Comparisons({ benchmark }: { benchmark: Benchmark }) {
  const go = useNavigate();
  const query = { profile: benchmark.profile, state: 'done' as const, sort: '-createdAt' as const, limit: 200 };
  const { data } = api.useQuery('get', '/api/v1/benchmarks', { params: { query } });
  const found = counterparts(benchmark, data?.items ?? []).slice(0, MOST_COMPARED);
  if (found.length === 0) return null;
  return (
    <Section title="Compare">
      <ul className="lines">
        {found.map(({ benchmark: other, what }) => (
          <li key={other.id} className="row ends">
            <span>
              {what}: {benchmarkTitle(other)}, <Time at={other.createdAt} />
            </span>
            <Button size="compact-xs" variant="default" onClick={() => go(paths.benchmarkComparison(other.id, benchmark.id))}>
              Compare
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const Facts = ({ benchmark }: { benchmark: Benchmark }) => {
  const { profile, volumes, runSeconds, repeats, latencyBound, requestedBy, createdAt, finishedAt, jobId } = benchmark;
  return (
    <Properties
      items={[
        ['Profile', profileWords[profile]],
        ['Step', latencyBound ? `${latencyBound.windowSeconds} s, one window for each depth` : `${runSeconds} s, ${repeats} repeats`],
        ...(latencyBound
          ? [['Latency limit', `${latencyBound.limitMs} ms for all but ${latencyBound.share * 100} % of the I/O`] as const]
          : []),
        [
          'Volumes',
          <span key="volumes" className="row">
            {volumes.map(({ attachmentId, volume, node, placement, transport }) => (
              <span key={attachmentId}>
                <NounLink noun={{ kind: 'volume', ...volume }} /> on {node.name} ({placement}, {transport})
              </span>
            ))}
          </span>,
        ],
        ['Requested by', requestedBy],
        ['Started', <Time key="start" at={createdAt} />],
        ['Took', finishedAt ? durationText(createdAt, finishedAt) : 'not ended yet'],
        [
          'Job',
          <TextLink key="job" {...paths.job(jobId)}>
            steps of the job
          </TextLink>,
        ],
      ]}
    />
  );
};
