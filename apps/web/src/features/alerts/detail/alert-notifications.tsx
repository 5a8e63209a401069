import { api } from '../../../api/client.js';
import { paths } from '../../../paths/paths.js';
import { Loaded } from '../../../ui/loaded.js';
import { Section } from '../../../ui/page.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { NotificationTable } from '../notification-table.js';

const SHOWN = 50;

/** Messages about one alert, newest first. */
export function AlertNotifications({ alertId }: { alertId: string }) {
  const notifications = api.useQuery('get', '/api/v1/notifications', { params: { query: { alertId, limit: SHOWN } } });
  return (
    <Section title="Notifications" actions={<TextLink {...paths.channels()}>Channels</TextLink>}>
      <Loaded of={notifications} gone="There is no such alert.">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty>No channel has a message about this alert. Each channel has a route, which selects its alerts.</Empty>
          ) : (
            <NotificationTable rows={items} total={total} about="channel" />
          )
        }
      </Loaded>
    </Section>
  );
}
