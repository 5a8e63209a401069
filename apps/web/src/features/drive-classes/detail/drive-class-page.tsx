import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import type { DriveClass } from '../../../api/types.js';
import { type DriveClassTab, driveClassTabs } from '../../../paths/drive-class-tabs.js';
import { paths } from '../../../paths/paths.js';
import { ActionLink, Actions } from '../../../ui/actions/actions.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { type Tab, Tabs } from '../../../ui/tabs/tabs.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { ShortId } from '../../../ui/text/short-id.js';
import { Time } from '../../../ui/time/time.js';
import { History } from '../../history/history-view.js';
import { Notes } from '../../notes/notes.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { drivesText } from '../drives-text.js';
import { membersText } from '../members-text.js';
import { ClassCapacity } from './class-capacity.js';

/** Lazy chunks: the first load is the overview alone. */
const DrivesOf = lazy(() => import('../../drives/drives-of.js').then((module) => ({ default: module.DrivesOf })));
const VolumesOfClass = lazy(() => import('../../volumes/list/volumes-of-class.js').then((module) => ({ default: module.VolumesOfClass })));
const EditDialog = lazy(() => import('../edit-drive-class-dialog.js').then((module) => ({ default: module.EditDriveClassDialog })));
const DeleteDialog = lazy(() => import('../delete-drive-class-dialog.js').then((module) => ({ default: module.DeleteDriveClassDialog })));

const route = getRouteApi('/drive-classes/$driveClassId');

export function DriveClassPage() {
  const { driveClassId } = route.useParams();
  const driveClass = api.useQuery('get', '/api/v1/drive-classes/{id}', { params: { path: { id: driveClassId } } });
  return (
    <Loaded isPage of={driveClass} gone="There is no such drive class, or it was deleted.">
      {(data) => <DriveClassView driveClass={data} />}
    </Loaded>
  );
}

const LABELS: Record<DriveClassTab, string> = { overview: 'Overview', drives: 'Drives', volumes: 'Volumes', activity: 'Activity' };
const tabs: readonly Tab[] = driveClassTabs.map((name) => ({ name, label: LABELS[name] }));

function DriveClassView({ driveClass }: { driveClass: DriveClass }) {
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const refused = usePermissionRefusal('drive-class:change');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={driveClass.name}
      above={<TextLink {...paths.driveClasses()}>Drive classes</TextLink>}
      tabs={<Tabs tabs={tabs} current={tab} />}
      actions={
        <Actions
          primary={{ label: 'Edit…', refusedBecause: refused, onClick: () => setOpen('edit') }}
          links={<ActionLink {...paths.topology(`class:${driveClass.id}`)}>Topology</ActionLink>}
          more={[{ label: 'Delete…', refusedBecause: refused, isDangerous: true, onClick: () => setOpen('delete') }]}
        />
      }
    >
      <Suspense fallback={<Empty>Loading…</Empty>}>
        <TabContent tab={tab} driveClass={driveClass} />
      </Suspense>
      <Suspense fallback={null}>
        {open === 'edit' ? <EditDialog driveClass={driveClass} onClose={close} /> : null}
        {open === 'delete' ? (
          <DeleteDialog driveClass={driveClass} onClose={close} onDeleted={() => void navigate(paths.driveClasses())} />
        ) : null}
      </Suspense>
    </Page>
  );
}

function TabContent({ tab, driveClass }: { tab: DriveClassTab; driveClass: DriveClass }): ReactNode {
  const { id } = driveClass;
  switch (tab) {
    case 'overview':
      return (
        <>
          <ClassCapacity driveClass={driveClass} />
          <ClassFacts driveClass={driveClass} />
        </>
      );
    case 'drives':
      return <DrivesOf of={{ driveClassId: id }} empty="No drive matches the members of this class." />;
    case 'volumes':
      return <VolumesOfClass driveClassId={id} />;
    case 'activity':
      return (
        <>
          <History subjectId={id} notesOf="drive-class" others={[{ at: driveClass.createdAt, what: { text: 'the class was created' } }]} />
          <Notes of={{ kind: 'drive-class', id }} />
        </>
      );
  }
}

const ClassFacts = ({
  driveClass: { id, members, description, overProvisioningRatio, createdAt, ...counts },
}: {
  driveClass: DriveClass;
}) => (
  <Section title="Members">
    <Properties
      items={[
        ['Members', membersText(members)],
        ['Description', description === '' ? null : description],
        [
          'Drives',
          <TextLink key="drives" {...paths.drives({ driveClassId: id })}>
            {drivesText(counts)}
          </TextLink>,
        ],
        ['Thin legs may promise', `${overProvisioningRatio} × what the pools of their drives can become`],
        ['Created', <Time key="created" at={createdAt} />],
        ['Id', <ShortId key="id" id={id} />],
      ]}
    />
  </Section>
);
