import { api } from '../../api/client.js';
import type { Server } from '../../api/types.js';
import { PlainTable } from '../../table/plain-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time/time.js';

/** Live messages do not cover servers. */
const READ_EVERY_MS = 10_000;

const unknown = <span className="dimmed">unknown</span>;

/** The servers of this cluster with their versions. */
export function ServerTable() {
  const servers = api.useQuery('get', '/api/v1/servers', {}, { refetchInterval: READ_EVERY_MS });
  return (
    <Loaded of={servers} gone="This cluster has no servers.">
      {({ items }) => (
        <PlainTable
          label="Servers"
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Server', cell: (server) => <ServerName server={server} />, whole: true },
            { name: 'State', cell: ({ online }) => <Status tone={online ? 'good' : 'bad'} what={online ? 'online' : 'offline'} /> },
            { name: 'Version', cell: ({ version }) => version, whole: true },
            { name: 'Agent protocol', cell: ({ protocol }) => protocol ?? unknown, numeric: true },
            { name: 'Agents', cell: ({ agents }) => agents ?? unknown, numeric: true },
            { name: 'Address', cell: ({ address }) => address ?? unknown, whole: true },
            { name: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> },
            { name: 'Last heartbeat', cell: ({ seenAt }) => <Time at={seenAt} /> },
          ]}
        />
      )}
    </Loaded>
  );
}

const ServerName = ({ server: { hostname, answering } }: { server: Server }) => (
  <>
    {hostname}
    {answering ? <span className="dimmed"> (answers this page)</span> : null}
  </>
);
