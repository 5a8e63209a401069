import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import type { DriveTab } from '../../paths/drive-tabs.js';
import { paths } from '../../paths/paths.js';
import { type FieldProvenance, type MetricProvenance, Provenance } from '../../provenance/provenance.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { type Tab, Tabs } from '../../ui/tabs/tabs.js';
import { ButtonLink, TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { Time } from '../../ui/text/time.js';
import { conditionTrouble, WrongConditions } from '../conditions.js';
import { Statistics } from '../statistics/statistics.js';
import { DriveActions, useDriveDialog } from './drive-actions.js';
import { driveBytes, driveValue } from './drive-provenance.js';
import { DriveScheduling } from './drive-scheduling.js';
import { driveStatus } from './drive-status.js';
import { useLostNodes } from './use-lost-nodes.js';

const DriveLegs = lazy(() => import('./drive-legs.js').then((module) => ({ default: module.DriveLegs })));
const ActivityTab = lazy(() => import('./activity-tab.js').then((module) => ({ default: module.ActivityTab })));

const route = getRouteApi('/drives/$driveId');

export function DrivePage() {
  const { driveId } = route.useParams();
  const drive = api.useQuery('get', '/api/v1/drives/{id}', { params: { path: { id: driveId } } });
  return (
    <Loaded isPage of={drive} gone="There is no such drive, or its node was removed.">
      {(data) => <DriveView drive={data} />}
    </Loaded>
  );
}

function tabsOf({ conditions }: Drive): readonly (Tab & { name: DriveTab })[] {
  return [
    { name: 'overview', label: 'Overview' },
    { name: 'activity', label: 'Activity', trouble: conditionTrouble(conditions) },
  ];
}

function DriveView({ drive }: { drive: Drive }) {
  const { tab = 'overview' } = route.useSearch();
  const { onOpen, dialog } = useDriveDialog();
  const { id, serial } = drive;
  const status = driveStatus(drive, useLostNodes());
  return (
    <Page
      title={serial}
      above={<TextLink {...paths.drives()}>Drives</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      tabs={<Tabs tabs={tabsOf(drive)} current={tab} />}
      actions={
        <>
          <ButtonLink variant="default" {...paths.topology(`drive:${id}`)}>
            Topology
          </ButtonLink>
          <DriveActions drive={drive} onOpen={onOpen} />
          <DriveScheduling drive={drive} />
        </>
      }
    >
      {dialog}
      {tab === 'overview' ? <OverviewTab drive={drive} /> : null}
      <Suspense fallback={<Empty>Loading…</Empty>}>{tab === 'activity' ? <ActivityTab drive={drive} /> : null}</Suspense>
    </Page>
  );
}

/** Facts, legs, what deviates, and what the drive does now. */
function OverviewTab({ drive }: { drive: Drive }) {
  const navigate = route.useNavigate();
  const { id, serial, node, conditions } = drive;
  return (
    <>
      <WrongConditions of={[{ about: `drive ${serial}`, conditions }]} />
      <DriveFacts drive={drive} />
      <Suspense fallback={null}>
        <DriveLegs drive={drive} />
      </Suspense>
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
    </>
  );
}

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
      ['Size', told(formatBytes(drive.sizeBytes), driveBytes(drive, 'sizeBytes'))],
      ['Free', told(drive.state === 'in-service' ? formatBytes(drive.freeBytes) : null, driveBytes(drive, 'freeBytes'))],
      ['NUMA node', drive.numaNode],
      ['Used up', told(percent(drive.smart?.percentageUsed), driveValue(drive, 'wear', Date.parse(drive.updatedAt)))],
      [
        'Available spare',
        told(percent(drive.smart?.availableSparePercent), driveValue(drive, 'available-spare', Date.parse(drive.updatedAt))),
      ],
      ['Power-on time', drive.smart?.powerOnHours == null ? null : `${drive.smart.powerOnHours.toLocaleString('en')} h`],
      ['First seen', <Time key="created" at={drive.createdAt} />],
      ['Id', <code key="id">{drive.id}</code>],
    ]}
  />
);
