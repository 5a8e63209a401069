import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.js';
import type { Drive, Node } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PAGE_ROWS } from '../../../table/rows/list-search.js';
import { EntityLink } from '../../../ui/entity/entity-link.js';
import { Mark } from '../../../ui/marks/mark.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { driveStatus, type LostNodes } from '../drive-status.js';
import styles from './drive-slots.module.css';
import { type NumaGroup, numaGroups } from './slots.js';

type Nic = Node['nics'][number];

/** The drives of its node, and the node. */
export const usePlace = ({ node: { id } }: Drive) =>
  [
    api.useQuery('get', '/api/v1/drives', { params: { query: { nodeId: id, sort: 'serial', limit: PAGE_ROWS } } }),
    api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id } } }),
  ] as const;

/** Where the drive is: the drives and NICs of its node by NUMA node, this one marked. */
export function DriveSlots({ drive, lost }: { drive: Drive; lost: LostNodes }) {
  const { node } = drive;
  const [drives, its] = usePlace(drive);
  const error = drives.error ?? its.error;
  return (
    <Section title="Place" actions={<Address of={drive} />}>
      <div className={styles.stage}>
        {error ? (
          <ProblemView error={error} onRetry={() => Promise.all([drives.refetch(), its.refetch()])} />
        ) : (
          <ul className={styles.groups} aria-label={`Drives and NICs of ${node.name}`}>
            {drives.data && its.data
              ? numaGroups(drives.data.items, its.data.nics).map((group) => (
                  <Group key={group.numaNode} of={group} current={drive.id} lost={lost} isLost={its.data.connection.state === 'lost'} />
                ))
              : null}
          </ul>
        )}
      </div>
      {drives.data && drives.data.total > drives.data.items.length ? (
        <p className={styles.note}>
          The first {drives.data.items.length} of {drives.data.total} drives.
        </p>
      ) : null}
      <p className={styles.note}>
        {drive.pciAddress === null
          ? 'Agents report neither the PCI address of this drive nor its slot in the chassis.'
          : 'Drives in the order of their PCI addresses. Agents do not report the slot in the chassis.'}
      </p>
    </Section>
  );
}

const numaText = (numaNode: number | null) => (numaNode === null ? 'NUMA node not known' : `NUMA node ${numaNode}`);

const Address = ({ of: { node, pciAddress, nsid, numaNode } }: { of: Drive }) => (
  <span className={styles.address}>
    <EntityLink kind="node" {...node} />
    <span>{pciAddress === null ? 'PCI address not known' : <code>{pciAddress}</code>}</span>
    <span>namespace {nsid}</span>
    <span>{numaText(numaNode)}</span>
  </span>
);

interface GroupProps {
  of: NumaGroup;
  current: string;
  lost: LostNodes;
  isLost: boolean;
}

function Group({ of: { numaNode, drives, nics }, current, lost, isLost }: GroupProps) {
  const name = numaText(numaNode);
  return (
    <li className={styles.group}>
      <h3 className={styles.heading}>{name}</h3>
      <ul className={styles.row} aria-label={`Drives, ${name}`}>
        {drives.map((each) => (
          <li key={each.id}>
            <Slot drive={each} isCurrent={each.id === current} lost={lost} />
          </li>
        ))}
        {drives.length === 0 ? <li className={styles.none}>no drives</li> : null}
      </ul>
      <ul className={styles.row} aria-label={`NICs, ${name}`}>
        {nics.map((nic) => (
          <li key={nic.name} className={styles.nic} data-tone={isLost ? 'warn' : nic.up ? 'good' : 'bad'}>
            <Mark tone={isLost ? 'warn' : nic.up ? 'good' : 'bad'} />
            {nic.name} <span className="dimmed">{nicText(nic, isLost)}</span>
          </li>
        ))}
        {nics.length === 0 ? <li className={styles.none}>no NICs</li> : null}
      </ul>
    </li>
  );
}

function nicText({ up, speedBitsPerSecond }: Nic, isLost: boolean): string {
  const speed = speedBitsPerSecond === null ? '' : `${Math.round(speedBitsPerSecond / 1e8) / 10} Gbit/s, `;
  return `NIC, ${speed}${isLost ? 'was ' : ''}${up ? 'up' : 'down'}`;
}

/** `41:00.0`: without the PCI domain, which nearly every machine has one of. */
const shortAddress = (address: string) => address.replace(/^0000:/, '');

function Slot({ drive, isCurrent, lost }: { drive: Drive; isCurrent: boolean; lost: LostNodes }) {
  const { tone, what } = driveStatus(drive, lost);
  return (
    <Link
      {...paths.drive(drive.id)}
      className={styles.slot}
      data-tone={tone}
      aria-label={`${drive.serial}${isCurrent ? ', this drive' : ''}: ${what}${drive.pciAddress === null ? '' : `, ${drive.pciAddress}`}`}
      title={`${drive.serial}: ${what}`}
    >
      <span className={styles.serial}>
        <Mark tone={tone} />
        <code>{drive.serial}</code>
      </span>
      <span className={styles.what}>{drive.pciAddress === null ? what : shortAddress(drive.pciAddress)}</span>
    </Link>
  );
}
