import { api } from '../../../api/client.js';
import type { Alert } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Fold } from '../../../ui/fold.js';
import { Loaded } from '../../../ui/loaded.js';
import { Section } from '../../../ui/page.js';
import { InlineLink, TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { alertColumns } from '../alert-columns.js';

const SHOWN = 50;
const COLUMNS = alertColumns.filter(({ name }) => ['State', 'Alert', 'Object', 'Began'].includes(name));

/** Alerts that this one causes, folded: channels get only the cause. */
export const Consequences = ({ of: { id, consequenceCount, causedBy } }: { of: Alert }) =>
  causedBy ? null : (
    <Section title="Consequences">
      {consequenceCount > 0 ? (
        <Fold summary={`${consequenceCount.toLocaleString('en')} open ${consequenceCount === 1 ? 'alert' : 'alerts'}`}>
          <List id={id} />
        </Fold>
      ) : (
        <Empty>
          No open alert has this one as its cause. <InlineLink {...paths.alerts({ causedBy: id })}>All consequences</InlineLink> has
          resolved ones too.
        </Empty>
      )}
    </Section>
  );

function List({ id }: { id: string }) {
  const alerts = api.useQuery('get', '/api/v1/alerts', { params: { query: { causedBy: id, open: 'true', limit: SHOWN } } });
  return (
    <Loaded of={alerts} gone="There is no such alert.">
      {({ items, total }) => (
        <>
          <PlainTable label="Consequences" rows={items} rowKey={(alert) => alert.id} columns={COLUMNS} />
          {total > items.length ? <TextLink {...paths.alerts({ causedBy: id })}>{`All ${total.toLocaleString('en')}`}</TextLink> : null}
        </>
      )}
    </Loaded>
  );
}
