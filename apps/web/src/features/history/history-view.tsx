import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Linked } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { joined, sentence, sentenceOf } from '../../ui/text/sentence.js';
import { Time } from '../../ui/text/time.js';
import { auditSentence } from '../audit/audit-words.js';
import { jobStatus, jobTitle } from '../jobs/job-words.js';
import { useRoleRefusal } from '../session/use-session.js';
import { type Happening, historyOf } from './history.js';

/** More are shown on demand. */
const FIRST = 12;

interface Props {
  /** Object whose jobs and audit entries are shown. */
  subjectId: string;
  /** Other known events. */
  others: readonly Happening[];
}

/** Jobs, audit entries and condition changes of one object, as far as the API has them. */
export function History({ subjectId, others }: Props) {
  const jobs = api.useQuery('get', '/api/v1/jobs', { params: { query: { subjectId, sort: '-createdAt', limit: PAGE_ROWS } } });
  const refused = useRoleRefusal('administrator');
  const audit = api.useQuery(
    'get',
    '/api/v1/audit',
    { params: { query: { subjectId, sort: '-at', limit: PAGE_ROWS } } },
    { enabled: refused === null },
  );
  const entries = audit.data?.items ?? [];
  const [isWhole, setWhole] = useState(false);
  return (
    <Section
      title="History"
      actions={
        refused === null ? (
          <TextLink {...paths.audit({ subjectId })}>Its audit</TextLink>
        ) : (
          <span className="dimmed">The audit is visible to administrators only.</span>
        )
      }
    >
      <Loaded of={jobs} gone="It has no stored jobs.">
        {({ items }) => {
          const all = historyOf(items, entries, others).map((happening, index) => ({ ...happening, index }));
          return (
            <>
              <PlainTable
                label="History"
                rows={isWhole ? all : all.slice(0, FIRST)}
                rowKey={({ index }) => String(index)}
                columns={[
                  { name: 'When', cell: ({ at }) => <Time at={at} /> },
                  { name: 'What', cell: ({ what }) => <What what={what} /> },
                  { name: 'By', cell: ({ what }) => ('job' in what ? what.job.requestedBy : 'entry' in what ? what.entry.by : '') },
                ]}
              />
              {isWhole || all.length <= FIRST ? null : (
                <Button variant="default" size="compact-xs" onClick={() => setWhole(true)}>
                  Show all {all.length}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function What({ what }: { what: Happening['what'] }) {
  if ('job' in what)
    return (
      <span className="row">
        <TextLink {...paths.job(what.job.id)}>{jobTitle(what.job)}</TextLink>
        <Status {...jobStatus(what.job)} />
      </span>
    );
  if ('entry' in what) return <Linked text={joined('audit: ', auditSentence(what.entry))} />;
  if ('text' in what) return <Linked text={what.text} />;
  const { about, condition } = what;
  return (
    <>
      <Linked text={sentence`${condition.type} of ${about} became ${condition.status}${condition.message ? ': ' : ''}`} />
      <Linked text={sentenceOf(condition, 'message')} />
    </>
  );
}
