import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { Leg } from '../../api/types.js';
import type { Fabric } from '../../topology/fabric.js';
import { attachmentState, legState } from '../../topology/states.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { Linked } from '../../ui/text/linked.js';
import { sentenceOf } from '../../ui/text/sentence.js';
import { volumeStatus } from '../volumes/volume-status.js';
import { Choices, SelectLink } from './choices.js';
import styles from './topology.module.css';

/** A volume and the paths to its data: from each client over each network to each leg's drive. */
export function VolumeDetails({ fabric, id }: { fabric: Fabric; id: string }) {
  const volume = api.useQuery('get', '/api/v1/volumes/{id}', { params: { path: { id } } });
  return (
    <Loaded of={volume} gone="The volume no longer exists.">
      {(data) => {
        const status = volumeStatus(data);
        return (
          <>
            {causeOf(status) ?? <Status tone={status.tone} what={status.what} />}
            <Properties
              items={[
                ['Size', formatBytes(data.sizeBytes)],
                ['Protection', data.protection],
                ['Class', data.driveClass.name],
              ]}
            />
            <Choices
              title="Attached by"
              items={(fabric.attachmentsOf.get(id) ?? []).map((each) => ({
                key: `attachment:${each.id}`,
                label: fabric.nodes.get(each.nodeId)?.name ?? '',
                state: attachmentState(each),
              }))}
            />
            <h3 id="legs">Legs and the ways to them ({data.legs.length})</h3>
            <ul aria-labelledby="legs" className={styles.choices}>
              {data.legs.map((leg) => (
                <LegLine key={leg.id} leg={leg} />
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}

const LegLine = ({ leg: { index, drive, node, health, observations } }: { leg: Leg }) => (
  <li>
    <span className={styles.mark} data-tone={legState(health).tone} aria-hidden />
    leg {index}: <SelectLink select={`drive:${drive.id}`}>{drive.serial}</SelectLink> on{' '}
    <SelectLink select={`node:${node.id}`}>{node.name}</SelectLink>, {legState(health).what}
    {health === 'healthy' || !observations ? null : (
      <>
        : <Linked text={sentenceOf(observations, 'message')} />
      </>
    )}
    {observations?.attachments.flatMap(({ client, paths }) =>
      paths.map(({ storageNetwork, address, controllerState, tls }) => (
        <div key={`${client.id} ${address}`} className={styles.way}>
          <span className={styles.mark} data-tone={controllerState === 'live' ? 'good' : 'bad'} aria-hidden />
          {client.name} → <SelectLink select={`network:${storageNetwork}`}>{storageNetwork}</SelectLink> → {address}:{' '}
          {controllerState ?? 'not connected'}
          {tls ? ', TLS' : ''}
        </div>
      )),
    )}
  </li>
);
