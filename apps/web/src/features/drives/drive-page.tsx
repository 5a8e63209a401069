import { getRouteApi } from '@tanstack/react-router';
import { formatBytes } from '@weft/shared/units';
import { lazy, type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { type FieldProvenance, type MetricProvenance, Provenance } from '../../provenance/provenance.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { ButtonLink, TextLink } from '../../ui/text/links.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { sentence } from '../../ui/text/sentence.js';
import { Time } from '../../ui/text/time.js';
import { Conditions } from '../conditions.js';
import { conditionHappenings } from '../history/history.js';
import { Notes } from '../notes/notes.js';
import { Statistics } from '../statistics/statistics.js';
import { DriveActions, useDriveDialog } from './drive-actions.js';
import { driveBytes, driveValue } from './drive-provenance.js';
import { DriveScheduling } from './drive-scheduling.js';
import { driveStatus } from './drive-status.js';
import { useLostNodes } from './use-lost-nodes.js';

const DriveLegs = lazy(() => import('./drive-legs.js').then((module) => ({ default: module.DriveLegs })));
/** A lazy chunk, because it is below everything else. */
const History = lazy(() => import('../history/history-view.js').then((module) => ({ default: module.History })));

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

function DriveView({ drive }: { drive: Drive }) {
  const navigate = route.useNavigate();
  const { onOpen, dialog } = useDriveDialog();
  const { id, serial, node } = drive;
  const status = driveStatus(drive, useLostNodes());
  return (
    <Page
      title={serial}
      above={<TextLink {...paths.drives()}>Drives</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
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
      <Conditions of={[{ about: `drive ${serial}`, conditions: drive.conditions }]} />
      {dialog}
      <Suspense fallback={null}>
        <History
          subjectId={id}
          others={[
            { at: drive.createdAt, what: { text: sentence`${nodeNoun(node)} reported it` } },
            ...conditionHappenings(`drive ${serial}`, drive.conditions),
          ]}
        />
      </Suspense>
      <Notes of={{ kind: 'drive', id }} />
    </Page>
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
