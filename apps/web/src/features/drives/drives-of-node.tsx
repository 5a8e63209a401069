import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Empty } from '../../ui/text/message.js';
import { useDriveDialog } from './drive-actions.js';
import { driveColumnsOfNode } from './drive-columns.js';
import { useLostNodes } from './use-lost-nodes.js';

type Sort = 'serial' | 'model' | 'sizeBytes' | '-serial' | '-model' | '-sizeBytes';

export function DrivesOfNode({ nodeId }: { nodeId: string }) {
  const [search, setSearch] = useState<{ sort?: Sort | undefined }>({});
  const lost = useLostNodes();
  const { onOpen, dialog } = useDriveDialog();
  const columns = useMemo(() => driveColumnsOfNode(lost, onOpen), [lost, onOpen]);
  return (
    <>
      <DataTable
        label="Drives"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/drives', { params: { query: listQuery({ ...search, nodeId }, cursor) } })}
        search={search}
        defaultSort="serial"
        onSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
        empty={<Empty>The agent found no NVMe drives on this node.</Empty>}
      />
      {dialog}
    </>
  );
}
