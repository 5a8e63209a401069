import { api } from '../../api/client.js';
import type { Node } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/page.js';
import { InlineLink } from '../../ui/text/links.js';
import { Message } from '../../ui/text/message.js';

/** Most rows of a page of the API. */
const SHOWN = 200;

/** Objects on the node that the database does not list. The page Orphans shows all that is known of them. */
export function NodeOrphans({ node: { id, orphans } }: { node: Node }) {
  const of = { nodeId: id, side: 'host' as const };
  const found = api.useQuery('get', '/api/v1/orphans', { params: { query: { ...of, limit: SHOWN } } });
  return (
    <Section title="Orphans">
      <Message tone="warn">
        <p>
          Weft objects on this node that no assignment lists. Weft never touches them. Check each before you remove it by hand.{' '}
          {orphans.ignored > 0 ? `${orphans.ignored} more ${orphans.ignored === 1 ? 'is' : 'are'} ignored. ` : null}
          <InlineLink {...paths.orphans(of)}>
            {orphans.count === 1 ? 'Meaning and remedy' : `All ${orphans.count} with their remedies`}
          </InlineLink>
        </p>
      </Message>
      <Loaded of={found} gone="There is no such list.">
        {({ items }) => (
          <PlainTable
            label="Orphans"
            rows={items}
            rowKey={({ id: orphanId }) => orphanId}
            columns={[
              { name: 'Kind', cell: ({ kind }) => kind.replace('-', ' ') },
              { name: 'Name', cell: ({ name }) => <code>{name}</code> },
              { name: 'Detail', cell: ({ detail }) => detail, wide: true },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
