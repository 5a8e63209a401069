import type { Node } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { pciLinkStatus } from '../pci-link.js';

type Nic = Node['nics'][number];

const speed = ({ speedBitsPerSecond }: Nic): string =>
  speedBitsPerSecond === null ? 'not known' : `${Math.round(speedBitsPerSecond / 1e8) / 10} Gbit/s`;

export const NodeNics = ({ node: { name: node, nics, connection } }: { node: Node }) =>
  nics.length === 0 ? (
    <Empty>Its agent has not reported network interfaces yet.</Empty>
  ) : (
    <PlainTable
      label="Network interfaces"
      rows={nics}
      rowKey={({ name }) => name}
      columns={[
        { name: 'Name', cell: ({ name }) => name },
        {
          name: 'Link',
          cell: ({ up, linkSince }) =>
            connection.state === 'lost' ? (
              <Status tone="warn" what={up ? 'was up' : 'was down'} why={`last report of ${node}, which is lost`} />
            ) : (
              <Status
                tone={up ? 'good' : 'bad'}
                what={up ? 'up' : 'down'}
                since={linkSince}
                why={up ? undefined : 'no carrier, or switched off; check the cable and switch port, or run ip link set up'}
              />
            ),
        },
        {
          name: 'Storage network',
          cell: ({ storageNetwork }) =>
            storageNetwork ? (
              <TextLink {...paths.topology(`network:${storageNetwork}`)}>{storageNetwork}</TextLink>
            ) : (
              <span className="dimmed">none: no address in the settings’ ranges</span>
            ),
        },
        { name: 'Addresses', cell: ({ addresses }) => <code>{addresses.join(' ')}</code> },
        { name: 'RDMA device', cell: ({ rdmaDevice }) => rdmaDevice ?? <span className="dimmed">none</span> },
        { name: 'Speed', cell: speed, numeric: true },
        { name: 'PCIe link', cell: ({ pciLink }) => <Status {...pciLinkStatus(pciLink)} /> },
        { name: 'MTU', cell: ({ mtuBytes }) => `${mtuBytes} B`, numeric: true },
        { name: 'NUMA', cell: ({ numaNode }) => numaNode, numeric: true },
      ]}
    />
  );
