import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import { hasCode } from '../../../api/problem.js';
import type { Attachment, Volume } from '../../../api/types.js';
import type { RangeSearch } from '../../../charts/range.js';
import { paths } from '../../../paths/paths.js';
import type { VolumeTab } from '../../../paths/volume-tabs.js';
import { causeOf } from '../../../ui/cause.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { type Tab, Tabs } from '../../../ui/tabs/tabs.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { BelowAlerts, useAlertsAbout } from '../../alerts/open-alerts.js';
import { attachmentStatus } from '../../attachments/attachment-status.js';
import { useAttachments } from '../../attachments/use-attachments.js';
import { VolumeDialogs } from '../actions/volume-dialogs.js';
import { isSound } from '../leg-status.js';
import { volumeStatus } from '../volume-status.js';
import { OverviewTab } from './overview-tab.js';

/** Lazy chunks: the first load is the overview alone. */
const PerformanceTab = lazy(() => import('./performance-tab.js').then((module) => ({ default: module.PerformanceTab })));
const LegsTab = lazy(() => import('./legs-tab.js').then((module) => ({ default: module.LegsTab })));
const AttachmentsTab = lazy(() => import('./attachments-tab.js').then((module) => ({ default: module.AttachmentsTab })));
const ActivityTab = lazy(() => import('./activity-tab.js').then((module) => ({ default: module.ActivityTab })));
const SpecTab = lazy(() => import('./spec/spec-tab.js').then((module) => ({ default: module.SpecTab })));

const DeleteVolumeDialog = lazy(() =>
  import('../actions/delete-volume-dialog.js').then((module) => ({ default: module.DeleteVolumeDialog })),
);

const route = getRouteApi('/volumes/$volumeId');

export function VolumePage() {
  const { volumeId } = route.useParams();
  const volume = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id: volumeId } } });
  // Read beside the volume, not after it.
  const alerts = useAlertsAbout(volumeId);
  const attachments = useAttachments({ volumeId });
  const navigate = route.useNavigate();
  const [deleting, setDeleting] = useState<string | null>(null);
  const closed = () => {
    setDeleting(null);
    // Only after the dialog is closed: navigation must not interrupt a reader.
    if (hasCode(volume.error, 'not-found')) void navigate(paths.volumes());
  };
  return (
    <>
      <Loaded isPage of={volume} gone="There is no such volume, or it was deleted.">
        {(data) => <VolumeView volume={data} attachments={attachments} alerts={alerts} onDelete={() => setDeleting(data.id)} />}
      </Loaded>
      <Suspense fallback={null}>
        {/* `volume.data` keeps the last known state of a deleted volume. */}
        {volume.data && deleting === volume.data.id ? <DeleteVolumeDialog volume={volume.data} onClose={closed} /> : null}
      </Suspense>
    </>
  );
}

function tabsOf(volume: Volume, attachments: readonly Attachment[]): readonly (Tab & { name: VolumeTab })[] {
  const legs = volume.legs.filter((leg) => !isSound(leg)).length;
  const clients = attachments.filter((each) => attachmentStatus(each).tone !== 'good').length;
  return [
    { name: 'overview', label: 'Overview' },
    { name: 'performance', label: 'Performance' },
    { name: 'legs', label: 'Legs & paths', trouble: legs === 0 ? null : `${legs} of ${volume.legs.length} legs need attention` },
    { name: 'attachments', label: 'Attachments', trouble: clients === 0 ? null : `${clients} of ${attachments.length} need attention` },
    { name: 'activity', label: 'Activity' },
    { name: 'spec', label: 'Spec' },
  ];
}

interface ViewProps {
  volume: Volume;
  attachments: ReturnType<typeof useAttachments>;
  alerts: ReturnType<typeof useAlertsAbout>;
  onDelete: () => void;
}

function VolumeView({ volume, attachments: read, alerts, onDelete }: ViewProps) {
  const attachments = read.data?.items ?? [];
  const { tab = 'overview' } = route.useSearch();
  const status = volumeStatus(volume);
  return (
    <Page
      title={volume.name}
      above={<TextLink {...paths.volumes()}>Volumes</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      tabs={<Tabs tabs={tabsOf(volume, attachments)} current={tab} />}
      actions={<VolumeDialogs volume={volume} attachments={attachments} onDelete={onDelete} />}
    >
      <Loaded of={read} gone="There is no such volume.">
        {({ items }) => (
          <BelowAlerts read={alerts} of={volume.id}>
            <Suspense fallback={<Empty>Loading…</Empty>}>
              <TabContent tab={tab} volume={volume} attachments={items} />
            </Suspense>
          </BelowAlerts>
        )}
      </Loaded>
    </Page>
  );
}

function TabContent({ tab, volume, attachments }: { tab: VolumeTab; volume: Volume; attachments: readonly Attachment[] }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const range = {
    search,
    onSearch: (next: RangeSearch) => navigate({ search: { ...(search.tab ? { tab: search.tab } : {}), ...next } }),
  };
  switch (tab) {
    case 'overview':
      return <OverviewTab volume={volume} attachments={attachments} {...range} />;
    case 'performance':
      return <PerformanceTab volume={volume} attachments={attachments} {...range} />;
    case 'legs':
      return <LegsTab volume={volume} />;
    case 'attachments':
      return <AttachmentsTab volume={volume} attachments={attachments} />;
    case 'activity':
      return <ActivityTab volume={volume} />;
    case 'spec':
      return <SpecTab volume={volume} />;
  }
}
