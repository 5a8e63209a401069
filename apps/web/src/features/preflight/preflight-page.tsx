import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { preflightSets } from '@weft/shared/preflight/sets';
import { lazy, Suspense, useEffect, useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { PreflightFinding, PreflightRun } from '../../api/types.js';
import { Filter } from '../../table/filter.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Curl } from '../../ui/text/curl.js';
import { Empty } from '../../ui/text/message.js';
import { Ago } from '../../ui/time/time.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { FindingCard } from './finding-card.js';
import { grouped, groupings, SETS } from './finding-groups.js';
import styles from './preflight-page.module.css';

const AcceptDialog = lazy(() => import('./acceptance-dialogs.js').then((module) => ({ default: module.AcceptDialog })));
const EndAcceptanceDialog = lazy(() => import('./acceptance-dialogs.js').then((module) => ({ default: module.EndAcceptanceDialog })));

/** Findings of one answer; more are counted. */
const MOST_SHOWN = 200;

const setOptions = preflightSets.map((value) => ({ value, label: SETS[value] }));
const groupOptions = groupings.filter((each) => each !== 'severity').map((value) => ({ value, label: `By ${value}` }));
const acceptedOptions = [
  { value: 'any', label: 'Accepted: listed too' },
  { value: 'true', label: 'Accepted: only these' },
] as const;

const route = getRouteApi('/preflight');

/** Checks of nodes, networks, drives and classes against published advice, with the latest findings. */
export function PreflightPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<typeof search>) => navigate({ search: (before) => ({ ...before, ...change }) });
  const runs = api.useQuery('get', '/api/v1/preflight-runs', { params: { query: { limit: 1 } } });
  const newest = runs.data?.items[0];
  const { set: of, accepted, nodeId } = search;
  const filter = { ...(of ? { set: of } : {}), ...(accepted ? { accepted } : {}), ...(nodeId ? { nodeId } : {}) };
  const findings = api.useQuery('get', '/api/v1/preflight-findings', { params: { query: { ...filter, limit: MOST_SHOWN } } });
  useRereadAfter(newest);
  const [open, setOpen] = useState<PreflightFinding | null>(null);
  const refused = usePermissionRefusal('preflight-run:create');
  const close = () => setOpen(null);
  return (
    <Page
      title="Preflight"
      actions={
        <>
          <Filter label="Set" value={of} options={setOptions} without="Both sets" onChange={(value) => set({ set: value })} />
          <Filter
            label="Group"
            value={search.group}
            options={groupOptions}
            without="By severity"
            onChange={(value) => set({ group: value })}
          />
          <Filter
            label="Accepted"
            value={accepted}
            options={acceptedOptions}
            without="Accepted: left out"
            onChange={(value) => set({ accepted: value })}
          />
          <StartRun collects={newest?.state === 'collecting'} refused={refused} />
        </>
      }
    >
      <Loaded of={runs} gone="There is no run.">
        {() => <RunSummary run={newest} />}
      </Loaded>
      <Loaded of={findings} gone="There are no findings.">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty>{newest ? 'No findings match these filters.' : 'No preflight run has ended yet.'}</Empty>
          ) : (
            <>
              {grouped(items, search.group ?? 'severity').map((group) => (
                <Section key={group.title} title={`${group.title} (${group.findings.length})`}>
                  <ul className={styles.list}>
                    {group.findings.map((finding) => (
                      <FindingCard key={finding.id} finding={finding} refusedBecause={refused} onOpen={setOpen} />
                    ))}
                  </ul>
                </Section>
              ))}
              {total > items.length ? (
                <p>{total - items.length} more findings are not shown: filter by set or node, or read the API.</p>
              ) : null}
            </>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {open === null ? null : open.acceptance === null ? (
          <AcceptDialog finding={open} onClose={close} />
        ) : (
          <EndAcceptanceDialog finding={open} acceptance={open.acceptance} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

/** Findings are not live: they change when a run ends. */
function useRereadAfter(run: PreflightRun | undefined): void {
  const client = useQueryClient();
  const ended = run?.finishedAt;
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: queryKeys.preflightFindings });
  }, [client, ended]);
}

function StartRun({ collects, refused }: { collects: boolean; refused: string | null }) {
  const start = api.useMutation('post', '/api/v1/preflight-runs');
  const request = apiRequest('post', '/api/v1/preflight-runs', { body: {} });
  return (
    <ActionButton
      refusedBecause={refused ?? (collects ? 'A run collects now.' : null)}
      loading={start.isPending}
      onClick={() => start.mutate(request.init)}
    >
      Run preflight
    </ActionButton>
  );
}

function RunSummary({ run }: { run: PreflightRun | undefined }) {
  const request = apiRequest('post', '/api/v1/preflight-runs', { body: {} });
  if (!run) return <Curl of={request} />;
  const { state, createdAt, finishedAt, requestedBy, nodes, probes, checks } = run;
  const sum = (of: 'passed' | 'failed' | 'unknown') => checks.reduce((all, check) => all + check[of], 0);
  return (
    <Section title="Latest run">
      {state === 'collecting' ? (
        <p>
          Started <Ago at={createdAt} /> by {requestedBy ?? 'the daily schedule'}: waits for {nodes.asked} agents. The findings below are of
          the run before.
        </p>
      ) : (
        <p>
          Ended <Ago at={finishedAt ?? createdAt} />, started by {requestedBy ?? 'the daily schedule'}. {nodes.answered} of {nodes.asked}{' '}
          agents answered. Large packets: {probes.sent} of {probes.ofPairs} pairs of addresses.
        </p>
      )}
      {state === 'done' ? (
        <p>
          {sum('passed')} passed, {sum('failed')} failed, {sum('unknown')} not checked, in {checks.length} checks of both sets.
        </p>
      ) : null}
      <Curl of={request} />
    </Section>
  );
}
