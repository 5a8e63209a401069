import { api } from '../../api/client.js';
import type { Volume } from '../../api/types.js';
import { paths } from '../../paths.js';
import { PAGE_ROWS } from '../../table/list-search.js';
import { PlainTable } from '../../table/plain-table.js';
import { Linked } from '../../ui/linked.js';
import { TextLink } from '../../ui/links.js';
import { Loaded } from '../../ui/loaded.js';
import type { Noun } from '../../ui/nouns.js';
import { Section } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { jobStatus, jobTitle } from '../jobs/job-words.js';
import { type Happening, historyOf } from './volume-history.js';

/** Jobs and changes of conditions, as far as the API has them. */
export function VolumeHistory({ volume, nouns }: { volume: Volume; nouns: readonly Noun[] }) {
  const jobs = api.useQuery('get', '/api/v1/jobs', { params: { query: { subjectId: volume.id, sort: '-createdAt', limit: PAGE_ROWS } } });
  return (
    <Section title="History">
      <Loaded of={jobs} gone="No job is kept of it.">
        {({ items }) => (
          <PlainTable
            label="History"
            rows={historyOf(volume, items).map((happening, index) => ({ ...happening, index }))}
            rowKey={({ index }) => String(index)}
            columns={[
              { name: 'When', cell: ({ at }) => <Time at={at} /> },
              { name: 'What', cell: ({ what }) => <What what={what} nouns={nouns} /> },
              { name: 'By', cell: ({ what }) => ('job' in what ? what.job.requestedBy : '') },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}

function What({ what, nouns }: { what: Happening['what']; nouns: readonly Noun[] }) {
  if ('job' in what)
    return (
      <span className="row">
        <TextLink {...paths.job(what.job.id)}>{jobTitle(what.job)}</TextLink>
        <Status {...jobStatus(what.job)} />
      </span>
    );
  if ('text' in what) return <Linked text={what.text} nouns={nouns} />;
  const { about, condition } = what;
  return (
    <Linked
      text={`${condition.type} of ${about} became ${condition.status}${condition.message ? `: ${condition.message}` : ''}`}
      nouns={nouns}
    />
  );
}
