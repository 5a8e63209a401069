import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import { paths } from '../../paths.js';
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
            figures: 'drive',
            source: `Drive ${serial}, seen by node ${node.name}`,
          },
        ]}
      />
      <Conditions of={[{ about: `drive ${serial}`, conditions: drive.conditions }]} nouns={nouns} />
    </Page>
  );
}

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
      ['Size', formatBytes(drive.sizeBytes)],
      ['Free', drive.state === 'in-service' ? formatBytes(drive.freeBytes) : null],
      ['NUMA node', drive.numaNode],
      ['Used up', percent(drive.smart?.percentageUsed)],
      ['Available spare', percent(drive.smart?.availableSparePercent)],
      ['Power-on time', drive.smart?.powerOnHours == null ? null : `${drive.smart.powerOnHours} h`],
      ['First seen', <Time key="created" at={drive.createdAt} />],
      ['Id', <code key="id">{drive.id}</code>],
    ]}
  />
);
