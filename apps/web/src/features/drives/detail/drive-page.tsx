import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../../api/client.js';
import type { Drive } from '../../../api/types.js';
import type { DriveTab } from '../../../paths/drive-tabs.js';
import { paths } from '../../../paths/paths.js';
import { causeOf } from '../../../ui/cause.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { type Tab, Tabs } from '../../../ui/tabs/tabs.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { BelowAlerts, useAlertsAbout } from '../../alerts/open-alerts.js';
import { conditionTrouble } from '../../conditions.js';
import { useDriveDialog } from '../drive-actions.js';
import { DrivePageActions } from '../drive-page-actions.js';
import { driveStatus } from '../drive-status.js';
import { useLostNodes } from '../use-lost-nodes.js';
import { OverviewTab } from './overview-tab.js';

const ActivityTab = lazy(() => import('./activity-tab.js').then((module) => ({ default: module.ActivityTab })));

const route = getRouteApi('/drives/$driveId');

export function DrivePage() {
  const { driveId } = route.useParams();
  const drive = api.useQuery('get', '/api/v1/drives/{id}', { params: { path: { id: driveId } } });
  const alerts = useAlertsAbout(driveId);
  return (
    <Loaded isPage of={drive} gone="There is no such drive, or its node was removed.">
      {(data) => <DriveView drive={data} alerts={alerts} />}
    </Loaded>
  );
}

function tabsOf({ conditions }: Drive): readonly (Tab & { name: DriveTab })[] {
  return [
    { name: 'overview', label: 'Overview' },
    { name: 'activity', label: 'Activity', trouble: conditionTrouble(conditions) },
  ];
}

function DriveView({ drive, alerts }: { drive: Drive; alerts: ReturnType<typeof useAlertsAbout> }) {
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const navigate = route.useNavigate();
  const lost = useLostNodes();
  const { onOpen, dialog } = useDriveDialog();
  const { serial } = drive;
  const status = driveStatus(drive, lost);
  return (
    <Page
      title={serial}
      above={<TextLink {...paths.drives()}>Drives</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      tabs={<Tabs tabs={tabsOf(drive)} current={tab} />}
      actions={<DrivePageActions drive={drive} onOpen={onOpen} />}
    >
      {dialog}
      <BelowAlerts read={alerts} of={drive.id}>
        {tab === 'overview' ? (
          <OverviewTab drive={drive} lost={lost} search={search} onSearch={(next) => navigate({ search: next })} />
        ) : null}
        <Suspense fallback={<Empty>Loading…</Empty>}>{tab === 'activity' ? <ActivityTab drive={drive} /> : null}</Suspense>
      </BelowAlerts>
    </Page>
  );
}
