import { useMemo, useState } from 'react';
import { api } from '../../api/client.js';
import { DataTable } from '../../table/data-table.js';
import { listQuery } from '../../table/rows/list-search.js';
import { Empty } from '../../ui/text/message.js';
import { useDriveDialog } from './drive-actions.js';
import { driveColumns, driveColumnsOfNode } from './drive-columns.js';
import { useLostNodes } from './use-lost-nodes.js';

type Sort = 'serial' | 'model' | 'sizeBytes' | '-serial' | '-model' | '-sizeBytes';

/** The drives of a node, or of a class with their nodes and live figures. */
export function DrivesOf({ of, empty }: { of: { nodeId: string } | { driveClassId: string }; empty: string }) {
  const [search, setSearch] = useState<{ sort?: Sort | undefined }>({});
  const lost = useLostNodes();
  const { onOpen, dialog } = useDriveDialog();
  const isOfNode = 'nodeId' in of;
  const columns = useMemo(() => (isOfNode ? driveColumnsOfNode : driveColumns)(lost, onOpen), [isOfNode, lost, onOpen]);
  return (
    <>
      <DataTable
        label="Drives"
        columns={columns}
        pageOf={(cursor) => api.queryOptions('get', '/api/v1/drives', { params: { query: listQuery({ ...search, ...of }, cursor) } })}
        search={search}
        defaultSort="serial"
        onSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
        empty={<Empty>{empty}</Empty>}
      />
      {dialog}
    </>
  );
}
