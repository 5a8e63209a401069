import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { serverNow } from '../../api/server-clock.js';
import { objectPage } from '../../paths/object-page.js';
import { pastOf, paths } from '../../paths/paths.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { localValue } from '../../ui/time/local-value.js';
import styles from './changes-page.module.css';

type Change = components['schemas']['MomentChange'];

const MOST = 200;
const tones = { info: 'idle', warning: 'warn', critical: 'bad' } as const;
const route = getRouteApi('/moments/changes');

/** The objects that differ between two moments. */
export function ChangesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const from = search.from ?? new Date(serverNow() - 3_600_000).toISOString();
  const to = search.to ?? new Date(serverNow() - 15_000).toISOString();
  const changes = api.useQuery(
    'get',
    '/api/v1/moments/changes',
    { params: { query: { from, to, limit: MOST } } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const set = (change: { from?: string; to?: string }) => void navigate({ search: (before) => ({ ...before, from, to, ...change }) });
  return (
    <Page title="What changed" above={<TextLink {...pastOf(paths.overview(), to)}>The cluster at the second moment</TextLink>}>
      <div className={styles.range}>
        <MomentField label="Between" value={from} onChange={(value) => set({ from: value })} />
        <MomentField label="and" value={to} onChange={(value) => set({ to: value })} />
      </div>
      <Loaded of={changes} gone="This server has no recorded moments. It may be older than this console.">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty>Nothing differs between the two moments.</Empty>
          ) : (
            <>
              {total > items.length ? (
                <p className="dimmed">
                  {total.toLocaleString('en')} objects differ. The list has the {items.length} with the most serious changes.
                </p>
              ) : null}
              <ul className={styles.list} aria-label="Objects that differ">
                {items.map((change) => (
                  <Changed key={`${change.kind} ${change.id}`} change={change} from={from} to={to} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function MomentField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      {label}{' '}
      <input
        type="datetime-local"
        step={1}
        value={localValue(Date.parse(value))}
        onChange={({ target }) => {
          const time = new Date(target.value).getTime();
          if (Number.isFinite(time)) onChange(new Date(time).toISOString());
        }}
      />
    </label>
  );
}

function Name({ change: { kind, id, name } }: { change: Change }) {
  switch (kind) {
    case 'drive-class':
      return <TextLink {...paths.driveClass(id)}>{name}</TextLink>;
    case 'settings':
      return <TextLink {...paths.settings()}>{name}</TextLink>;
    default:
      return <NounLink noun={{ kind, id, name }} />;
  }
}

/** The pages of an object at both moments. */
function Then({ change: { kind, id, change }, from, to }: { change: Change; from: string; to: string }) {
  const page = objectPage(kind, id);
  if (!page) return null;
  return (
    <span className={styles.then}>
      {change === 'added' ? null : <TextLink {...pastOf(page, from)}>before</TextLink>}
      {change === 'removed' ? null : <TextLink {...pastOf(page, to)}>after</TextLink>}
    </span>
  );
}

/** A text without its quotes; any other value as JSON. A shortened one is no JSON any more. */
function shown(json: string | null): string {
  if (json === null) return 'none';
  return /^"[^"\\]*"$/.test(json) ? json.slice(1, -1) : json;
}

function Changed({ change, from, to }: { change: Change; from: string; to: string }) {
  const { kind, severity, changes, fields } = change;
  return (
    <li className={`card ${styles.changed}`}>
      <p className={styles.head}>
        <Status tone={tones[severity]} what={change.change} /> {kind.replace('-', ' ')} <Name change={change} />
        <Then change={change} from={from} to={to} />
      </p>
      {changes.map(({ topic, message }) => (
        <p key={topic}>{message}</p>
      ))}
      {fields.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.fields}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ field, from: before, to: after }) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{shown(before)}</td>
                  <td>{shown(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </li>
  );
}
