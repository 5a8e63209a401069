import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import { hasCode } from '../../../api/problem.js';
import type { Volume } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { causeOf } from '../../../ui/cause.js';
import { Loaded } from '../../../ui/loaded.js';
import { Page, Section } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { ButtonLink, TextLink } from '../../../ui/text/links.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { AttachmentsOf } from '../../attachments/attachments-of.js';
import { useAttachments } from '../../attachments/use-attachments.js';
import { Conditions } from '../../conditions.js';
import { Notes } from '../../notes/notes.js';
import { Statistics } from '../../statistics/statistics.js';
import { IoTiles } from '../../statistics/tiles/io-tiles.js';
import { Tiles } from '../../statistics/tiles/tile.js';
import { VolumeDialogs } from '../actions/volume-dialogs.js';
import { isSound, legStatus } from '../leg-status.js';
import { PlacementView } from '../placement/placement-view.js';
import { volumeStatus } from '../volume-status.js';
import { FabricStrips } from './fabric-strip.js';
import { LegObservations } from './leg-observations-table.js';
import { VolumeFacts } from './volume-facts.js';
import { VolumeTile } from './volume-tile.js';

/** A lazy chunk, because it is below everything else. */
const VolumeDepth = lazy(() => import('./volume-depth.js').then((module) => ({ default: module.VolumeDepth })));

const DeleteVolumeDialog = lazy(() =>
  import('../actions/delete-volume-dialog.js').then((module) => ({ default: module.DeleteVolumeDialog })),
);

const route = getRouteApi('/volumes/$volumeId');

export function VolumePage() {
  const { volumeId } = route.useParams();
  const volume = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id: volumeId } } });
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
        {(data) => <VolumeView volume={data} onDelete={() => setDeleting(data.id)} />}
      </Loaded>
      <Suspense fallback={null}>
        {/* `volume.data` keeps the last known state of a deleted volume. */}
        {volume.data && deleting === volume.data.id ? <DeleteVolumeDialog volume={volume.data} onClose={closed} /> : null}
      </Suspense>
    </>
  );
}

function VolumeView({ volume, onDelete }: { volume: Volume; onDelete: () => void }) {
  const attachments = useAttachments({ volumeId: volume.id }).data?.items ?? [];
  const navigate = route.useNavigate();
  const clients = attachments.map(({ node }) => node.name);
  const status = volumeStatus(volume);
  return (
    <Page
      title={volume.name}
      above={<TextLink {...paths.volumes()}>Volumes</TextLink>}
      status={<Status tone={status.tone} what={status.what} />}
      cause={causeOf(status)}
      actions={
        <>
          <ButtonLink variant="default" {...paths.jobs({ subjectId: volume.id })}>
            Jobs
          </ButtonLink>
          <ButtonLink variant="default" {...paths.topology(`volume:${volume.id}`)}>
            Topology
          </ButtonLink>
          <VolumeDialogs volume={volume} attachments={attachments} onDelete={onDelete} />
        </>
      }
    >
      {attachments.length > 0 ? (
        <Tiles label="Now">
          <IoTiles object={`volume:${volume.id}`} label={volume.name} source={`Volume ${volume.name}, seen by ${clients.join(', ')}`} />
          <VolumeTile volume={volume} attachments={attachments} />
        </Tiles>
      ) : null}
      <VolumeFacts volume={volume} />
      <Section title="Attachments">
        <AttachmentsOf volumeId={volume.id} empty="Attached to no client." />
      </Section>
      <FabricStrips volume={volume} attachments={attachments} />
      <Section title="Legs">
        <PlacementView
          protection={volume.protection}
          legs={volume.legs}
          detail={(leg) => (isSound(leg) ? null : <Status {...legStatus(leg, volume)} />)}
          isDoubtful={(leg) => !isSound(leg)}
        />
        <LegObservations volume={volume} />
      </Section>
      <Statistics
        search={route.useSearch()}
        onSearch={(search) => navigate({ search })}
        of={[
          {
            title: 'I/O as its clients see it',
            object: `volume:${volume.id}`,
            label: volume.name,
            figures: 'io',
            source: `Volume ${volume.name}, seen by ${clients.length > 0 ? clients.join(', ') : 'the clients that had it'}`,
          },
        ]}
      />
      <Conditions
        of={[
          { about: 'the volume', conditions: volume.conditions },
          ...volume.legs.map((leg) => ({ about: sentence`leg ${leg.index} on ${nodeNoun(leg.node)}`, conditions: leg.conditions })),
        ]}
      />
      <Suspense fallback={null}>
        <VolumeDepth volume={volume} />
      </Suspense>
      <Notes of={{ kind: 'volume', id: volume.id }} />
    </Page>
  );
}
