import { getRouteApi } from '@tanstack/react-router';
import type { MetricName } from '@weft/shared/stats/metrics';
import { formatBytes } from '@weft/shared/units';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Drive } from '../../api/types.js';
import { paths } from '../../paths.js';
import { type FieldProvenance, type MetricProvenance, Provenance } from '../../provenance/provenance.js';
import { causeOf } from '../../ui/cause.js';
import { TextLink } from '../../ui/links.js';
import { Loaded } from '../../ui/loaded.js';
import type { Noun } from '../../ui/nouns.js';
import { Page } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { Conditions } from '../conditions.js';
import { Statistics } from '../statistics/statistics.js';
import { DriveActions } from './drive-actions.js';
import { DriveScheduling } from './drive-scheduling.js';
import { driveStatus } from './drive-status.js';

const route = getRouteApi('/drives/$driveId');

export function DrivePage() {
  const { driveId } = route.useParams();
  const drive = api.useQuery('get', '/api/v1/drives/{id}', { params: { path: { id: driveId } } });
  return (
    <Loaded of={drive} gone="There is no such drive, or its node was removed.">
      {(data) => <DriveView drive={data} />}
    </Loaded>
  );
}

function DriveView({ drive }: { drive: Drive }) {
  const navigate = route.useNavigate();
  const { id, serial, node } = drive;
  const status = driveStatus(drive);
  const nouns: Noun[] = [{ kind: 'node', ...node }];
  return (
    <Page
      title={serial}
      above={<TextLink {...paths.drives()}>Drives</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status, nouns)}
      actions={
        <>
          <DriveActions drive={drive} />
          <DriveScheduling drive={drive} />
        </>
      }
    >
      <DriveFacts drive={drive} />
      <Statistics
        search={route.useSearch()}
        onSearch={(search) => navigate({ search })}
        of={[
          {
            title: 'I/O of its legs and health',
            object: `drive:${id}`,
            label: serial,
            figures: 'drive',
            source: `Drive ${serial}, seen by node ${node.name}`,
          },
        ]}
      />
      <Conditions of={[{ about: `drive ${serial}`, conditions: drive.conditions }]} nouns={nouns} />
    </Page>
  );
}

const bytesOf = ({ id, node, updatedAt }: Drive, field: 'sizeBytes' | 'freeBytes', source: string): FieldProvenance => ({
  title: field === 'sizeBytes' ? 'Size of the namespace' : 'Free for new legs: capacity less reserve less what is allocated',
  source,
  nodes: [{ kind: 'node', ...node }],
  at: updatedAt,
  error: 'Exact, in bytes; shown cut to two decimals.',
  promql: null,
  request: apiRequest('get', '/api/v1/drives/{id}', { params: { path: { id } } }),
  pick: `.${field}`,
});
const healthOf = ({ id, serial, node, updatedAt }: Drive, metric: MetricName): MetricProvenance => ({
  metric,
  object: `drive:${id}`,
  label: serial,
  source: `Drive ${serial}, read by node ${node.name}`,
  at: Date.parse(updatedAt),
});
const told = (text: string | null, of: FieldProvenance | MetricProvenance): ReactNode =>
  text === null ? null : <Provenance of={of}>{text}</Provenance>;

const percent = (value: number | null | undefined) => (value == null ? null : `${value} %`);

const DriveFacts = ({ drive }: { drive: Drive }) => (
  <Properties
    items={[
      [
        'Node',
        <TextLink key="node" {...paths.node(drive.node.id)}>
          {drive.node.name}
        </TextLink>,
      ],
      ['Model', drive.model],
      ['Firmware', drive.firmware],
      ['Size', told(formatBytes(drive.sizeBytes), bytesOf(drive, 'sizeBytes', 'the node’s inventory (sysfs)'))],
      [
        'Free',
        told(
          drive.state === 'in-service' ? formatBytes(drive.freeBytes) : null,
          bytesOf(drive, 'freeBytes', 'the server’s book of what is allocated on drives'),
        ),
      ],
      ['NUMA node', drive.numaNode],
      ['Used up', told(percent(drive.smart?.percentageUsed), healthOf(drive, 'wear'))],
      ['Available spare', told(percent(drive.smart?.availableSparePercent), healthOf(drive, 'available-spare'))],
      ['Power-on time', drive.smart?.powerOnHours == null ? null : `${drive.smart.powerOnHours} h`],
      ['First seen', <Time key="created" at={drive.createdAt} />],
      ['Id', <code key="id">{drive.id}</code>],
    ]}
  />
);
