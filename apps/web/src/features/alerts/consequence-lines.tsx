import { api } from '../../api/client.js';
import type { Alert } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Loaded } from '../../ui/loaded.js';
import { Mark } from '../../ui/marks/mark.js';
import { InlineLink } from '../../ui/text/links.js';
import { alertStatus } from './alert-status.js';

const SHOWN = 20;

/** Open consequences of an alert, for the side panel of the list. */
export function ConsequenceLines({ of: { id } }: { of: Alert }) {
  const alerts = api.useQuery('get', '/api/v1/alerts', { params: { query: { causedBy: id, open: 'true', limit: SHOWN } } });
  return (
    <Loaded of={alerts} gone="There is no such alert.">
      {({ items, total }) => (
        <>
          <ul className="lines" aria-label="Consequences">
            {items.map((alert) => {
              const { tone, what } = alertStatus(alert);
              return (
                <li key={alert.id}>
                  <Mark tone={tone} /> {what}: <InlineLink {...paths.alert(alert.id)}>{alert.summary}</InlineLink>
                </li>
              );
            })}
          </ul>
          <InlineLink {...paths.alerts({ causedBy: id })}>
            {total > items.length ? `All ${total.toLocaleString('en')} consequences` : 'List of consequences'}
          </InlineLink>
        </>
      )}
    </Loaded>
  );
}
