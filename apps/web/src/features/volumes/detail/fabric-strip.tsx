import type { Attachment, Volume } from '../../../api/types.js';
import { paths as to } from '../../../paths/paths.js';
import { Section } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { useNodes } from '../use-nodes.js';
import { type FabricLeg, fabricOf, type Hop } from './fabric.js';
import styles from './fabric-strip.module.css';
import { LatencyShares, LegLatency } from './latency-shares-view.js';
import { type Latencies, useLatencies } from './use-latencies.js';

/** Paths from each client to each drive, hop by hop. */
export function FabricStrips({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) {
  const nodes = useNodes([...volume.legs, ...attachments].map(({ node }) => node.id));
  const latencies = useLatencies(volume, attachments.length > 0);
  if (attachments.length === 0) return null;
  return (
    <Section title="Fabric">
      <LatencyShares volume={volume} attachments={attachments} latencies={latencies} />
      {attachments.map((attachment) => (
        <Strip
          key={attachment.id}
          attachment={attachment}
          legs={fabricOf(volume, attachment, nodes)}
          volume={volume}
          latencies={latencies.data ?? null}
        />
      ))}
    </Section>
  );
}

interface StripProps {
  attachment: Attachment;
  legs: readonly FabricLeg[];
  volume: Volume;
  latencies: Latencies | null;
}

const Strip = ({ attachment: { node, transport, mode, state }, legs, volume, latencies }: StripProps) => (
  <div className={styles.frame}>
    <table className={styles.strip} aria-label={`Fabric of ${node.name}`}>
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">NIC</th>
          <th scope="col">Network, {transport.toUpperCase()}</th>
          <th scope="col">NIC of the target</th>
          <th scope="col">Drive</th>
        </tr>
      </thead>
      <tbody>
        {legs.map(({ leg, drive, paths }) =>
          (paths.length > 0 ? paths : [null]).map((path, row) => (
            <tr key={`${leg.id} ${path?.storageNetwork}`} className={row === 0 ? styles.first : undefined}>
              {row === 0 ? (
                <td rowSpan={Math.max(1, paths.length)} data-down={!path}>
                  <div className={styles.hop}>
                    <TextLink {...to.node(node.id)}>{node.name}</TextLink>
                    <span className="dimmed">
                      {mode}, {state}
                    </span>
                  </div>
                </td>
              ) : null}
              {path ? (
                <>
                  <HopCell hop={path.clientNic} select={nicKey(node.id, path.clientNic)} />
                  <HopCell hop={path.network} select={`network:${path.storageNetwork}`} />
                  <HopCell hop={path.targetNic} select={nicKey(leg.node.id, path.targetNic)} />
                </>
              ) : (
                <td colSpan={3} data-down>
                  <div className={styles.hop} data-tone="warn">
                    {node.name} has reported no path to this leg
                  </div>
                </td>
              )}
              {row === 0 ? (
                <td rowSpan={Math.max(1, paths.length)} data-end>
                  <div className={styles.hop} data-tone={drive.tone}>
                    <span>
                      Leg {leg.index}, <NounLink noun={{ kind: 'drive', id: leg.drive.id, name: leg.drive.serial }} /> on{' '}
                      <NounLink noun={{ kind: 'node', ...leg.node }} />
                    </span>
                    <Status {...drive} />
                    <LegLatency leg={leg} volume={volume} latencies={latencies} />
                  </div>
                </td>
              ) : null}
            </tr>
          )),
        )}
      </tbody>
    </table>
  </div>
);

/** Key of the NIC in the topology; null: no NIC, or several. */
const nicKey = (nodeId: string, { name, status }: Hop): string | null =>
  status.what === 'missing' || status.what === 'unknown' || name.includes(',') ? null : `nic:${nodeId}/${name}`;

const HopCell = ({ hop: { name, status }, select }: { hop: Hop; select: string | null }) => (
  <td data-down={status.tone === 'bad'}>
    <div className={styles.hop} data-tone={status.tone}>
      <span>{select === null ? name : <TextLink {...to.topology(select)}>{name}</TextLink>}</span>
      <Status {...status} />
    </div>
  </td>
);
