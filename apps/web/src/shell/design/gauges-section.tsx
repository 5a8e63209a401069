import { FactsTile, Tiles } from '../../features/statistics/tiles/tile.js';
import tile from '../../features/statistics/tiles/tiles.module.css';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { Skeleton } from '../../ui/gauges/skeleton.js';
import { Sparkline } from '../../ui/gauges/sparkline.js';
import { StackedBar } from '../../ui/gauges/stacked-bar.js';
import { Section } from '../../ui/page.js';
import { Labels, Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { CardView } from '../cards/card-view.js';
import styles from './design.module.css';

const WINDOW = { from: 0, to: 96 };
const wave = (base: number, size: number) =>
  Array.from({ length: 96 }, (_, at) => ({ at, value: at > 40 && at < 48 ? null : base + size * Math.sin(at / 7) }));

const NUMBERS = [
  ['Reads', '71.2 k/s'],
  ['Writes', '28.4 k/s'],
] as const;

const Tile = ({ title, texts, lines }: { title: string; texts: readonly (string | null)[]; lines: ReturnType<typeof wave>[] }) => (
  <li className={`card ${tile['tile']}`}>
    <h2 className={tile['title']}>{title}</h2>
    <dl className={tile['numbers']}>
      {NUMBERS.map(([name], colour) => (
        <div key={name} data-colour={colour}>
          <dt>{name}</dt>
          <dd>{texts[colour] ?? <Skeleton />}</dd>
        </div>
      ))}
    </dl>
    <Sparkline label={`${title}, an example`} lines={lines} window={WINDOW} />
  </li>
);

export const Gauges = () => (
  <Section title="Tiles and bars">
    <Tiles label="Examples">
      <Tile title="With values" texts={NUMBERS.map(([, text]) => text)} lines={[wave(60, 20), wave(30, 6)]} />
      <Tile title="Before the first" texts={[null, null]} lines={[]} />
      <FactsTile title="Facts">
        <div>
          <dt>Export overhead</dt>
          <dd>0.108 %</dd>
        </div>
      </FactsTile>
    </Tiles>
    <div className={styles.bars}>
      <StackedBar label="Empty" parts={[]} />
      <StackedBar label="37 % used" parts={[{ kind: 'used', share: 0.37 }]} />
      <StackedBar
        label="Used, needed for a repair, reserved"
        parts={[
          { kind: 'used', share: 0.5 },
          { kind: 'reserved', share: 0.1, isAtEnd: true },
          { kind: 'needed', share: 0.2 },
        ]}
      />
      <StackedBar label="Full" parts={[{ kind: 'used', share: 1 }]} />
    </div>
  </Section>
);

const ROWS = [
  { name: 'orders', size: '1.5 TiB', tone: 'good', what: 'healthy' },
  { name: 'audit-log', size: '400 GiB', tone: 'warn', what: 'degraded' },
] as const;

export const Tables = () => (
  <Section title="Table">
    <PlainTable
      label="Example"
      rows={ROWS}
      rowKey={({ name }) => name}
      columns={[
        { name: 'Name', cell: ({ name }) => <TextLink {...paths.volumes()}>{name}</TextLink> },
        {
          name: 'State',
          cell: ({ tone, what }) => <Status tone={tone} what={what} why={tone === 'warn' ? '1 of 4 legs offline' : null} />,
          wide: true,
        },
        { name: 'Size', cell: ({ size }) => size, numeric: true },
      ]}
    />
  </Section>
);

export const Lists = () => (
  <Section title="Key-value list and hover card">
    <Properties
      items={[
        ['Protection', 'raid10'],
        ['Size', '1.5 TiB'],
        ['Labels', <Labels key="labels" labels={{ rack: 'r1', zone: 'east' }} />],
        ['Kernel', null],
      ]}
    />
    <div className={styles.cards}>
      <div className="card">
        <CardView
          title="orders"
          kind="volume"
          status={{ tone: 'good', what: 'healthy' }}
          figures={[
            { name: 'IOPS', text: '20.9 k/s' },
            { name: 'Throughput', text: '327 MiB/s' },
            { name: 'p99', text: null },
          ]}
        />
      </div>
      <div className="card">
        <CardView
          title="t3"
          kind="node"
          status={undefined}
          figures={['CPU', 'Received', 'Sent'].map((name) => ({ name, text: undefined }))}
        />
      </div>
    </div>
  </Section>
);
