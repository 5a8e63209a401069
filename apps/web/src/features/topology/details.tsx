import { CloseButton } from '@mantine/core';
import { paths } from '../../paths/paths.js';
import type { Fabric } from '../../topology/fabric.js';
import { nameOf } from '../../topology/outline.js';
import { splitKey } from '../../topology/states.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { AttachmentDetails } from './attachment-details.js';
import { DriveDetails } from './drive-details.js';
import { GroupDetails, NetworkDetails, NicDetails } from './group-details.js';
import { NodeDetails } from './node-details.js';
import styles from './topology.module.css';
import { VolumeDetails } from './volume-details.js';

interface Props {
  fabric: Fabric;
  select: string;
  onClose: () => void;
}

/** The selected object: its state as a sentence, its page, its dependents. */
export function Details({ fabric, select, onClose }: Props) {
  const name = nameOf(fabric, select);
  const page = pageOf(select);
  return (
    <section className={styles.details} aria-label="Selection">
      <div className={styles.detailsHead}>
        <h2>{name === '' ? 'Not found' : name}</h2>
        <CloseButton size="sm" aria-label="Select nothing" onClick={onClose} />
      </div>
      {name === '' ? (
        <Empty>The selected object does not exist, or no longer exists.</Empty>
      ) : (
        <>
          {page ? (
            <p className={styles.itsPage}>
              <TextLink {...page}>Open its page</TextLink>
            </p>
          ) : null}
          <Of fabric={fabric} select={select} />
        </>
      )}
    </section>
  );
}

function pageOf(key: string) {
  const [kind, id] = splitKey(key);
  if (kind === 'node') return paths.node(id);
  if (kind === 'drive') return paths.drive(id);
  if (kind === 'attachment') return paths.attachment(id);
  if (kind === 'class') return paths.driveClass(id);
  return kind === 'volume' ? paths.volume(id) : null;
}

function Of({ fabric, select }: { fabric: Fabric; select: string }) {
  const [kind, id] = splitKey(select);
  switch (kind) {
    case 'node':
      return <NodeDetails fabric={fabric} id={id} />;
    case 'drive':
      return <DriveDetails fabric={fabric} id={id} />;
    case 'volume':
      return <VolumeDetails fabric={fabric} id={id} />;
    case 'attachment':
      return <AttachmentDetails id={id} />;
    case 'nic':
      return <NicDetails fabric={fabric} id={id} />;
    case 'network':
      return <NetworkDetails fabric={fabric} name={id} />;
    default:
      return <GroupDetails fabric={fabric} select={select} />;
  }
}
