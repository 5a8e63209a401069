import { TextInput } from '@mantine/core';
import type { ZoneFound, ZonesSearchAnswer } from '@weft/shared/kinds/zones/zone';
import { useState } from 'react';
import { useDebounced } from '../../forms/use-debounced.js';
import { PlainTable } from '../../table/plain-table.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Empty } from '../../ui/text/message.js';
import { setQuery } from './use-place.js';
import { ZoneGaps } from './zone-gaps.js';
import { counted } from './zone-words.js';
import styles from './zones.module.css';
import { useZones } from './zones-api.js';

const columns = [
  { name: 'Zone', cell: ({ zone }: ZoneFound) => zone, whole: true },
  { name: 'Kind', cell: ({ kind }: ZoneFound) => kind.replace('-', ' '), whole: true },
  {
    name: 'Name',
    cell: ({ name, url }: ZoneFound) => (
      <a className={styles.link} href={url}>
        {name}
      </a>
    ),
    wide: true,
  },
  { name: 'Detail', cell: ({ detail }: ZoneFound) => detail },
];

const LONGEST_TEXT = 64;

/** Objects of all zones by part of a name; each result links into the console of its zone. */
export function ZonesSearchPage() {
  const [text, setText] = useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const wanted = useDebounced(text.trim());
  const { data, error } = useZones<ZonesSearchAnswer>(`/search?q=${encodeURIComponent(wanted)}`, wanted !== '');
  const change = (typed: string) => {
    const next = typed.slice(0, LONGEST_TEXT);
    setText(next);
    setQuery(next.trim() === '' ? {} : { q: next.trim() });
  };
  return (
    <Page title="Search">
      <TextInput
        label="Part of a name or serial"
        description="Volumes, nodes, drives, drive classes and jobs of all zones."
        autoFocus
        value={text}
        onChange={(e) => change(e.currentTarget.value)}
      />
      {error ? <ProblemView error={error} /> : null}
      {data && wanted !== '' ? (
        <>
          <ZoneGaps title={`${counted(data.unanswered.length, 'zone')} not searched:`} gaps={data.unanswered} />
          <p role="status">
            {counted(data.items.length, 'result')} in {counted(data.answered, 'zone')}
            {data.truncated ? '; there are more, so type a longer text' : ''}.
          </p>
          {data.items.length > 0 ? (
            <PlainTable label="Results" columns={columns} rows={data.items} rowKey={({ zone, kind, id }) => `${zone}/${kind}/${id}`} />
          ) : (
            <Empty>No objects match this text.</Empty>
          )}
        </>
      ) : null}
    </Page>
  );
}
