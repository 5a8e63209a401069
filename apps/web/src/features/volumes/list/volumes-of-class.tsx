import { useState } from 'react';
import { api } from '../../../api/client.js';
import { DataTable } from '../../../table/data-table.js';
import { listQuery } from '../../../table/rows/list-search.js';
import { Empty } from '../../../ui/text/message.js';
import { NewVolumeButton } from './new-volume-button.js';
import { volumeColumns } from './volume-columns.js';

type Sort = 'name' | 'sizeBytes' | 'createdAt' | '-name' | '-sizeBytes' | '-createdAt';

const columns = volumeColumns.filter(({ name }) => name !== 'Class');

export function VolumesOfClass({ driveClassId }: { driveClassId: string }) {
  const [search, setSearch] = useState<{ sort?: Sort | undefined }>({});
  return (
    <DataTable
      label="Volumes"
      columns={columns}
      pageOf={(cursor) => api.queryOptions('get', '/api/v1/volumes', { params: { query: listQuery({ ...search, driveClassId }, cursor) } })}
      search={search}
      defaultSort="name"
      onSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
      empty={<Empty action={<NewVolumeButton />}>No volume uses this class.</Empty>}
    />
  );
}
