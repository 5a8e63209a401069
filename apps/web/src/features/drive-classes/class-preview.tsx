import { keepPreviousData } from '@tanstack/react-query';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import { useDebounced } from '../../forms/use-debounced.js';
import { PlainTable } from '../../table/plain-table.js';
import { Section } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Empty } from '../../ui/text/message.js';
import { drivePreviewColumns } from '../drives/drive-columns.js';

/** Drives that would belong to the class now, and their usable capacity. */
export function ClassPreview({ members }: { members: DriveClassMembers | null }) {
  const rested = useDebounced(members);
  const preview = api.useQuery(
    'post',
    '/api/v1/drive-classes/preview',
    { body: { members: rested ?? { by: 'selector', selector: {} } } },
    { enabled: rested !== null, placeholderData: keepPreviousData, retry: false },
  );
  if (members === null) return <Empty>Choose drives to see them here.</Empty>;
  if (preview.error) return <ProblemView error={preview.error} />;
  if (!preview.data) return <Empty>Loading…</Empty>;
  const { drives, total, inServiceCount, nodeCount: nodes, freeBytes } = preview.data;
  return (
    <Section
      title={`Contains ${total.toLocaleString('en')} ${total === 1 ? 'drive' : 'drives'} of ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`}
    >
      <p>
        {inServiceCount.toLocaleString('en')} of them in service, with {formatBytes(freeBytes)} free.
        {nodes === 1 ? ' All drives are on one node; mirrors need two.' : ''}
        {drives.length < total ? ` The list shows the first ${drives.length}.` : ''}
      </p>
      {drives.length > 0 ? (
        <PlainTable label="Matching drives" rows={drives} rowKey={({ id }) => id} columns={drivePreviewColumns} />
      ) : (
        <Empty>No drives match.</Empty>
      )}
    </Section>
  );
}
