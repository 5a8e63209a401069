import { Button } from '@mantine/core';
import type { ZoneAlert, ZoneGap } from '@weft/shared/kinds/zones/zone';
import { useState } from 'react';
import { PlainTable } from '../../table/plain-table.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Status } from '../../ui/status.js';
import { Empty } from '../../ui/text/message.js';
import { Ago } from '../../ui/time/time.js';
import { linkTo } from './use-place.js';
import { ZoneGaps } from './zone-gaps.js';
import styles from './zones.module.css';
import { useZones } from './zones-api.js';

interface AlertPage {
  items: ZoneAlert[];
  total: number;
  nextCursor: string | null;
  incomplete: ZoneGap[];
}

const handled = ({ acknowledged, silenced, current }: ZoneAlert): string =>
  [acknowledged ? 'acknowledged' : '', silenced ? 'silenced' : '', current ? '' : 'open when the zone last answered']
    .filter(Boolean)
    .join(', ');

const columns = [
  { name: 'Zone', cell: ({ zone }: ZoneAlert) => zone, whole: true },
  {
    name: 'Severity',
    cell: ({ severity }: ZoneAlert) => <Status tone={severity === 'critical' ? 'bad' : 'warn'} what={severity} />,
    whole: true,
  },
  {
    name: 'Alert',
    cell: ({ summary, url }: ZoneAlert) => (
      <a className={styles.link} href={url}>
        {summary}
      </a>
    ),
    wide: true,
  },
  {
    name: 'Subject',
    cell: ({ subject: { kind, name }, subjectCount }: ZoneAlert) =>
      `${kind} ${name}${subjectCount > 1 ? ` and ${subjectCount - 1} more` : ''}`,
  },
  { name: 'Began', cell: ({ startedAt }: ZoneAlert) => <Ago at={startedAt} /> },
  { name: 'Notes', cell: (alert: ZoneAlert) => handled(alert) },
];

const PAGE = 50;
const MOST = 200;

/** Open alerts of all zones, newest first; each links into the console of its zone. */
export function ZonesAlertsPage({ zone }: { zone: string | null }) {
  const [limit, setLimit] = useState(PAGE);
  const { data, error } = useZones<AlertPage>(`/alerts?limit=${limit}${zone === null ? '' : `&zone=${encodeURIComponent(zone)}`}`);
  return (
    <Page
      title={zone === null ? 'Alerts' : `Alerts of ${zone}`}
      above={
        zone === null ? null : (
          <a className={styles.link} {...linkTo('/alerts')}>
            Alerts of all zones
          </a>
        )
      }
    >
      {error ? <ProblemView error={error} /> : null}
      {data ? (
        <>
          <ZoneGaps title="Alerts that are missing or not current:" gaps={data.incomplete} />
          {data.items.length > 0 ? (
            <PlainTable label="Alerts" columns={columns} rows={data.items} rowKey={({ id }) => id} />
          ) : (
            <Empty>No open alerts in the zones that answer.</Empty>
          )}
          {data.items.length < data.total && limit < MOST ? (
            <Button variant="default" onClick={() => setLimit(MOST)}>
              Show more of {data.total.toLocaleString('en')}
            </Button>
          ) : null}
        </>
      ) : error ? null : (
        <Empty>Loading…</Empty>
      )}
    </Page>
  );
}
