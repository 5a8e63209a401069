import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import type { Attachment } from '../../../api/types.js';
import type { AttachmentTab } from '../../../paths/attachment-tabs.js';
import { paths } from '../../../paths/paths.js';
import { causeOf } from '../../../ui/cause.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page } from '../../../ui/page.js';
import { Settled } from '../../../ui/settled.js';
import { Status } from '../../../ui/status.js';
import { type Tab, Tabs } from '../../../ui/tabs/tabs.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { conditionTrouble } from '../../conditions.js';
import { AttachmentPageActions } from '../attachment-actions.js';
import { attachmentStatus } from '../attachment-status.js';
import { legsOf, OverviewTab } from './overview-tab.js';

const ActivityTab = lazy(() => import('./activity-tab.js').then((module) => ({ default: module.ActivityTab })));
const DetachDialog = lazy(() => import('../detach-dialog.js').then((module) => ({ default: module.DetachDialog })));
const LimitsDialog = lazy(() => import('../limits-dialog.js').then((module) => ({ default: module.LimitsDialog })));
const RevokeDialog = lazy(() => import('../revoke-dialog.js').then((module) => ({ default: module.RevokeDialog })));

const route = getRouteApi('/attachments/$attachmentId');

type What = 'detach' | 'limit' | 'revoke';
type Open = { what: What; attachment: Attachment };

/** A volume on a client: its paths, its array there, the processes that have it open, and its history. */
export function AttachmentPage() {
  const { attachmentId } = route.useParams();
  const attachment = api.useQuery('get', '/api/v1/attachments/{id}', { params: { path: { id: attachmentId } } });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Loaded isPage of={attachment} gone="It is detached, or it never existed. Its jobs and audit entries are kept.">
        {(data) => <AttachmentView attachment={data} onOpen={(what) => setOpen({ what, attachment: data })} />}
      </Loaded>
      {/* Outside the page content: the dialogs show their jobs to the end after the attachment is deleted. */}
      <Suspense fallback={null}>
        {open?.what === 'detach' ? <DetachDialog attachment={open.attachment} onClose={close} /> : null}
        {open?.what === 'limit' ? <LimitsDialog attachment={open.attachment} onClose={close} /> : null}
        {open?.what === 'revoke' ? <RevokeDialog attachment={open.attachment} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function tabsOf({ conditions }: Attachment): readonly (Tab & { name: AttachmentTab })[] {
  return [
    { name: 'overview', label: 'Overview' },
    { name: 'activity', label: 'Activity', trouble: conditionTrouble(conditions) },
  ];
}

function AttachmentView({ attachment, onOpen }: { attachment: Attachment; onOpen: (what: What) => void }) {
  const search = route.useSearch();
  const { tab = 'overview' } = search;
  const navigate = route.useNavigate();
  const { volume, node } = attachment;
  const name = `${volume.name} on ${node.name}`;
  // Paths name their targets; the volume maps those to nodes and drives.
  const found = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id: volume.id } } });
  const legs = found.data ? legsOf(found.data) : [];
  const status = attachmentStatus(attachment, legs);
  return (
    <Page
      title={name}
      above={<TextLink {...paths.attachments()}>Attachments</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      tabs={<Tabs tabs={tabsOf(attachment)} current={tab} />}
      actions={<AttachmentPageActions attachment={attachment} onOpen={onOpen} />}
    >
      {tab === 'overview' ? (
        <Settled of={[found]}>
          <OverviewTab attachment={attachment} legs={legs} search={search} onSearch={(next) => navigate({ search: next })} />
        </Settled>
      ) : null}
      <Suspense fallback={<Empty>Loading…</Empty>}>{tab === 'activity' ? <ActivityTab attachment={attachment} /> : null}</Suspense>
    </Page>
  );
}
