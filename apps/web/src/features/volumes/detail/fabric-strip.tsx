import type { Attachment, Volume } from '../../../api/types.js';
import { paths as to } from '../../../paths/paths.js';
import { Mark } from '../../../ui/marks/mark.js';
import { Section } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { driveNoun } from '../../../ui/text/nouns.js';
import { useNodes } from '../use-nodes.js';
import { type FabricLeg, fabricOf, type Hop } from './fabric.js';
import { type FabricNetwork, type FabricTarget, fabricNetworks, fabricTargets } from './fabric-groups.js';
import styles from './fabric-strip.module.css';

/** Ids of the nodes that the fabric of a volume shows; none while it has no client. */
export const fabricNodes = (volume: Volume, attachments: readonly Attachment[]): string[] =>
  attachments.length === 0 ? [] : [...volume.legs, ...attachments].map(({ node }) => node.id);

/** Paths from each client to each target, hop by hop; only legs that deviate have a row of their own. */
export function FabricStrips({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) {
  const nodes = useNodes(fabricNodes(volume, attachments));
  if (attachments.length === 0) return null;
  return (
    <Section title="Fabric">
      {attachments.map((attachment) => (
        <Strip key={attachment.id} attachment={attachment} legs={fabricOf(volume, attachment, nodes)} />
      ))}
    </Section>
  );
}

interface StripProps {
  attachment: Attachment;
  legs: readonly FabricLeg[];
}

function Strip({ attachment: { node, transport, mode, state }, legs }: StripProps) {
  const networks = fabricNetworks(legs);
  return (
    <div className={styles.frame}>
      <table className={styles.strip} aria-label={`Fabric of ${node.name}`}>
        <thead>
          <tr>
            <th scope="col">
              <TextLink {...to.node(node.id)}>{node.name}</TextLink>
              <span className={styles.by}>
                {mode}, {state}
              </span>
            </th>
            {networks.map((network) => (
              <th key={network.name} scope="col" data-tone={network.tone}>
                <NetworkHead clientId={node.id} network={network} transport={transport} />
              </th>
            ))}
            <th scope="col">Legs</th>
          </tr>
        </thead>
        <tbody>
          {fabricTargets(legs).map((target) => (
            <TargetRows key={target.node.id} target={target} networks={networks} client={node.name} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The client's NIC and the network, once for all legs. */
const NetworkHead = ({ clientId, network, transport }: { clientId: string; network: FabricNetwork; transport: string }) => (
  <span className={styles.chain}>
    <HopView hop={network.clientNic} select={nicKey(clientId, network.clientNic)} />
    <span aria-hidden>→</span>
    <span className={styles.hop}>
      <TextLink {...to.topology(`network:${network.name}`)}>{network.name}</TextLink>
      <Status tone={network.tone} what={`${network.live} of ${network.total} live`} />
      <span className={styles.by}>{transport.toUpperCase()}</span>
    </span>
  </span>
);

interface TargetProps {
  target: FabricTarget;
  networks: readonly FabricNetwork[];
  client: string;
}

const TargetRows = ({ target: { node, legs, ways, deviating }, networks, client }: TargetProps) => (
  <>
    <tr>
      <th scope="row">
        <NounLink noun={node} />
      </th>
      {networks.map(({ name }) => {
        const way = ways.get(name);
        return (
          <td key={name} data-tone={way?.network.status.tone}>
            {way ? (
              <span className={styles.chain}>
                <Status tone={way.network.status.tone} what={way.network.status.what} />
                <span aria-hidden>→</span>
                <HopView hop={way.nic} select={nicKey(node.id, way.nic)} />
              </span>
            ) : (
              <span className="dimmed">no path</span>
            )}
          </td>
        );
      })}
      <td>
        <ul className={styles.legs}>
          {legs.map(({ leg, drive }) => (
            <li key={leg.id} data-tone={drive.tone}>
              <span className={styles.leg}>
                <Mark tone={drive.tone} /> Leg {leg.index}, <NounLink noun={driveNoun(leg.drive)} />
              </span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
    {deviating.map((each) => (
      <tr key={each.leg.id} className={styles.deviating}>
        <th scope="row">Leg {each.leg.index}</th>
        {networks.map(({ name }) => {
          const path = each.paths.find(({ storageNetwork }) => storageNetwork === name);
          return (
            <td key={name}>
              {path ? (
                <span className={styles.stack}>
                  <Status {...path.network.status} />
                  {path.targetNic.status.tone === 'good' ? null : (
                    <HopView hop={path.targetNic} select={nicKey(each.leg.node.id, path.targetNic)} />
                  )}
                </span>
              ) : (
                <span className="dimmed">{client} has reported no path to this leg</span>
              )}
            </td>
          );
        })}
        <td>
          {each.paths.length === 0 && networks.length === 0 ? <p className={styles.by}>{client} has reported no path to this leg</p> : null}
          <Status {...each.drive} />
        </td>
      </tr>
    ))}
  </>
);

/** Key of the NIC in the topology; null: no NIC, or several. */
const nicKey = (nodeId: string, { name, status }: Hop): string | null =>
  status.what === 'missing' || status.what === 'unknown' || name.includes(',') ? null : `nic:${nodeId}/${name}`;

const HopView = ({ hop: { name, status }, select }: { hop: Hop; select: string | null }) => (
  <span className={styles.hop}>
    <span>{select === null ? name : <TextLink {...to.topology(select)}>{name}</TextLink>}</span>
    <Status {...status} />
  </span>
);
