import type { Node } from '../../api/types.js';
import { PlainTable } from '../../table/plain-table.js';
import { Empty } from '../../ui/message.js';
import { Status } from '../../ui/status.js';

type Nic = Node['nics'][number];

const speed = ({ speedBitsPerSecond }: Nic): string =>
  speedBitsPerSecond === null ? 'not known' : `${Math.round(speedBitsPerSecond / 1e8) / 10} Gbit/s`;

export const NodeNics = ({ nics }: { nics: readonly Nic[] }) =>
  nics.length === 0 ? (
    <Empty>Its agent has reported no network interface yet.</Empty>
  ) : (
    <PlainTable
      label="Network interfaces"
      rows={nics}
      rowKey={({ name }) => name}
      columns={[
        { name: 'Name', cell: ({ name }) => name },
        {
          name: 'Link',
          cell: ({ up }) => (
            <Status tone={up ? 'good' : 'bad'} what={up ? 'up' : 'down'} why={up ? undefined : 'no carrier, or switched off'} />
          ),
        },
        {
          name: 'Storage network',
          cell: ({ storageNetwork }) => storageNetwork ?? <span className="dimmed">none: no address in the settings’ ranges</span>,
        },
        { name: 'Addresses', cell: ({ addresses }) => <code>{addresses.join(' ')}</code> },
        { name: 'RDMA device', cell: ({ rdmaDevice }) => rdmaDevice ?? <span className="dimmed">none</span> },
        { name: 'Speed', cell: speed, numeric: true },
        { name: 'MTU', cell: ({ mtuBytes }) => `${mtuBytes} B`, numeric: true },
        { name: 'NUMA', cell: ({ numaNode }) => numaNode, numeric: true },
      ]}
    />
  );
