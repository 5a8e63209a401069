import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import type { DriveMap } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Provenance } from '../../provenance/provenance.js';
import { DataTable } from '../../table/data-table.js';
import { useLocalPages } from '../../table/rows/local-pages.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Time } from '../../ui/time/time.js';
import { useLostNodes } from '../drives/use-lost-nodes.js';
import { brushed, type MapRow, rowsOf, sorted } from './brush.js';
import styles from './drive-map.module.css';
import { Levels } from './levels.js';
import { MapCanvas } from './map-canvas.js';
import { mapColumns } from './map-columns.js';
import { mapNumbers } from './map-provenance.js';
import { type MeasureName, measureNames } from './map-search.js';
import { measureOf, measureText } from './measures.js';

/** Interval of the statistics points. */
const EVERY_MS = 10_000;
const route = getRouteApi('/drives/map');

/** Every drive of the fabric on one screen; the table shows the brushed ones. */
export function DriveMapPage() {
  const { by = 'wear' } = route.useSearch();
  const navigate = route.useNavigate();
  const map = api.useQuery('get', '/api/v1/drive-map', {}, { refetchInterval: EVERY_MS });
  return (
    <Page
      title="Drive map"
      above={<TextLink {...paths.drives()}>Drives</TextLink>}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Coloured by"
          value={by}
          data={measureNames.map((name) => ({ value: name, label: measureOf(name).label }))}
          // Levels of one measure have no meaning for another.
          onChange={(value) => navigate({ search: ({ from: _, to: __, ...before }) => ({ ...before, by: value as MeasureName }) })}
        />
      }
    >
      <Loaded of={map} gone="This server is too old for this page.">
        {(data) =>
          data.drives.length === 0 ? <Empty>No drives yet. Nodes add their drives when they enroll.</Empty> : <MapView map={data} by={by} />
        }
      </Loaded>
    </Page>
  );
}

function MapView({ map, by }: { map: DriveMap; by: MeasureName }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [hovered, setHovered] = useState<MapRow | null>(null);
  const lost = useLostNodes();
  const columns = useMemo(() => mapColumns(lost), [lost]);
  const rows = useMemo(() => rowsOf(map), [map]);
  const isBrushed = useMemo(() => brushed(rows, search, by), [rows, search, by]);
  const shown = useMemo(
    () =>
      sorted(
        rows.filter((_, at) => isBrushed[at]),
        search.sort,
      ),
    [rows, isBrushed, search.sort],
  );
  const pageOf = useLocalPages(['drive-map', by, search], shown);
  const isFiltered = shown.length < rows.length;
  return (
    <>
      <Levels
        rows={rows}
        by={by}
        search={search}
        onLevels={(levels) => navigate({ search: ({ from: _, to: __, ...before }) => ({ ...before, ...levels }) })}
      />
      <div>
        <div className={styles.hover}>
          {hovered
            ? `${hovered.node.name} ${hovered.serial}, ${hovered.state}: ${measureNames.map((name) => `${measureOf(name).label.toLowerCase()} ${measureText(name, hovered)}`).join(', ')}`
            : 'Drag to select drives.'}
        </div>
        <MapCanvas
          rows={rows}
          by={by}
          isBrushed={isBrushed}
          search={search}
          label={`${rows.length} drives by ${measureOf(by).label.toLowerCase()}; the table below shows the same.`}
          onHover={setHovered}
          onBrush={(range) => navigate({ search: ({ first: _, last: __, ...before }) => ({ ...before, ...range }) })}
        />
      </div>
      <div className="row" role="status">
        {shown.length} of {rows.length} drives{isFiltered ? ' brushed' : ''}.
        <Provenance of={mapNumbers(by, map)}>Source of the colours.</Provenance>
        <span className="dimmed">
          Load and latency are averages over the {Math.round((Date.parse(map.to) - Date.parse(map.from)) / 1000)} s before{' '}
          <Time at={map.to} />.
        </span>
        {isFiltered ? (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => navigate({ search: ({ first: _, last: __, from: ___, to: ____, ...before }) => before })}
          >
            Clear the selection
          </Button>
        ) : null}
      </div>
      <DataTable
        label="Drives of the map"
        columns={columns}
        pageOf={pageOf}
        search={search.sort === undefined ? {} : { sort: search.sort }}
        defaultSort=""
        onSearch={({ sort }) => navigate({ search: ({ sort: _, ...before }) => ({ ...before, ...(sort === undefined ? {} : { sort }) }) })}
        empty={<Empty>No drives in the selection.</Empty>}
      />
    </>
  );
}
