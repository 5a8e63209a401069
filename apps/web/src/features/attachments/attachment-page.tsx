import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import type { Attachment, Leg, Volume } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { PlainTable } from '../../table/plain-table.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { Linked, NounLink } from '../../ui/text/linked.js';
import { ButtonLink, TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { driveNoun, nodeNoun, volumeNoun } from '../../ui/text/nouns.js';
import { sentence } from '../../ui/text/sentence.js';
import { ShortId } from '../../ui/text/short-id.js';
import { Time } from '../../ui/text/time.js';
import { Conditions } from '../conditions.js';
import { conditionHappenings } from '../history/history.js';
import { History } from '../history/history-view.js';
import { Statistics } from '../statistics/statistics.js';
import { AttachmentActions } from './attachment-actions.js';
import { attachmentStatus, pathStatus, targetOf } from './attachment-status.js';

const DetachDialog = lazy(() => import('./detach-dialog.js').then((module) => ({ default: module.DetachDialog })));
const RevokeDialog = lazy(() => import('./revoke-dialog.js').then((module) => ({ default: module.RevokeDialog })));

const route = getRouteApi('/attachments/$attachmentId');

type Open = { what: 'detach' | 'revoke'; attachment: Attachment };

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
        {open?.what === 'revoke' ? <RevokeDialog attachment={open.attachment} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function AttachmentView({ attachment, onOpen }: { attachment: Attachment; onOpen: (what: 'detach' | 'revoke') => void }) {
  const navigate = route.useNavigate();
  const { id, volume, node, conditions, createdAt, revoked } = attachment;
  const name = `${volume.name} on ${node.name}`;
  // Paths name their targets; the volume maps those to nodes and drives.
  const found = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id: volume.id } } }).data;
  const legs = found ? legsOf(found) : [];
  const status = attachmentStatus(attachment, legs);
  return (
    <Page
      title={name}
      above={<TextLink {...paths.attachments()}>Attachments</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      actions={
        <>
          <ButtonLink variant="default" {...paths.jobs({ subjectId: id })}>
            Jobs
          </ButtonLink>
          <ButtonLink variant="default" {...paths.topology(`attachment:${id}`)}>
            Topology
          </ButtonLink>
          <AttachmentActions attachment={attachment} onOpen={onOpen} size="xs" />
        </>
      }
    >
      <Facts attachment={attachment} />
      <Section title="Paths">
        <Paths attachment={attachment} legs={legs} />
      </Section>
      <Statistics
        search={route.useSearch()}
        onSearch={(search) => navigate({ search })}
        of={[
          {
            title: 'I/O of this client',
            object: `attachment:${id}`,
            label: name,
            figures: 'io',
            source: `Volume ${volume.name}, its part of ${node.name}, seen by it`,
          },
        ]}
      />
      <Conditions of={[{ about: 'the attachment', conditions }]} />
      <History
        subjectId={id}
        others={[
          { at: createdAt, what: { text: 'the attachment was requested' } },
          ...conditionHappenings('the attachment', conditions),
          ...(revoked
            ? [{ at: revoked.at, what: { text: sentence`${revoked.by} force detached ${volumeNoun(volume)} from ${nodeNoun(node)}` } }]
            : []),
        ]}
      />
    </Page>
  );
}

type PathLeg = Pick<Leg, 'id' | 'index' | 'node' | 'drive'>;

const legsOf = ({ legs, obsoleteLegs }: Volume): PathLeg[] => [...legs, ...obsoleteLegs];

function Facts({ attachment }: { attachment: Attachment }) {
  const { id, volume, node, mode, transport, device, open, openBy, reattach, epoch, array, createdAt } = attachment;
  return (
    <Properties
      items={[
        ['Volume', <NounLink key="volume" noun={volumeNoun(volume)} />],
        ['Client', <NounLink key="node" noun={nodeNoun(node)} />],
        ['Mode', mode],
        ['Transport', transport],
        [
          'Device',
          device ? (
            <code key="device">{device}</code>
          ) : (
            <span key="none" className="dimmed">
              none yet
            </span>
          ),
        ],
        [
          'In use',
          open ? openBy.map(({ command, pid, via, path }) => `${command} (pid ${pid}, ${via} ${path})`).join('; ') || 'open' : 'no',
        ],
        ['Attach again after a restart', reattach ? 'yes' : 'no'],
        ['Epoch', epoch],
        ...(array
          ? [['Array', `${array.state}, ${array.degraded === 0 ? 'complete' : `${array.degraded} missing`}, ${array.syncAction}`] as const]
          : []),
        ['Requested', <Time key="created" at={createdAt} />],
        ['Id', <ShortId key="id" id={id} />],
      ]}
    />
  );
}

/** Every path to every leg, as reported by the client's agent. */
const Paths = ({ attachment, legs }: { attachment: Attachment; legs: readonly PathLeg[] }) =>
  attachment.paths.length === 0 ? (
    <Empty>{attachment.node.name} has reported no path yet.</Empty>
  ) : (
    <PlainTable
      label="Paths"
      rows={attachment.paths}
      rowKey={({ legId, storageNetwork, address }) => `${legId} ${storageNetwork} ${address}`}
      columns={[
        {
          name: 'Leg',
          cell: ({ legId }) => {
            const leg = legs.find(({ id }) => id === legId);
            if (!leg) return <code>{legId}</code>;
            return (
              <>
                {leg.index}, <NounLink noun={driveNoun(leg.drive)} />
              </>
            );
          },
        },
        { name: 'Target', cell: (path) => <Linked text={[targetOf(path, legs)]} /> },
        {
          name: 'Network',
          cell: ({ storageNetwork }) => <TextLink {...paths.topology(`network:${storageNetwork}`)}>{storageNetwork}</TextLink>,
        },
        { name: 'Address', cell: ({ address }) => <code>{address}</code> },
        { name: 'State', cell: (path) => <Status {...pathStatus(path, attachment, legs)} />, wide: true },
      ]}
    />
  );
