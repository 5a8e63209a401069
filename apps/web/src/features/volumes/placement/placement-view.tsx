import { isMirrored, type Protection } from '@weft/shared/kinds/volume';
import { mirrorSetOf } from '@weft/shared/mirror-sets';
import { formatBytes } from '@weft/shared/units';
import type { ReactNode } from 'react';
import type { PlacedLeg } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { TextLink } from '../../../ui/text/links.js';
import styles from './placement-view.module.css';

interface Props<L extends PlacedLeg> {
  protection: Protection;
  /** Of each byte. */
  copies: number;
  legs: readonly L[];
  /** Extra content for a leg: its state. */
  detail?: (leg: L) => ReactNode;
  /** Marks a leg with a problem. */
  isDoubtful?: (leg: L) => boolean;
}

/** A row for each mirror set; without mirrors there is one row. */
const rowOf = (copies: number, leg: PlacedLeg): number => (copies > 1 ? mirrorSetOf(leg.index, copies) : 0);

function rowName(protection: Protection, row: number): string {
  if (isMirrored(protection)) return `Mirror set ${row}`;
  return protection === 'raid0' ? 'Stripes' : 'Legs';
}

/** More columns than this fit into no window, and most of their cells are empty. */
const MOST_NODES = 4;

/** Legs on their nodes: a row per mirror set and, for few nodes, a column per node, so that it is visible that the legs of a mirror are on different nodes. */
export function PlacementView<L extends PlacedLeg>({ protection, copies, legs, detail, isDoubtful }: Props<L>) {
  const nodes = [...new Map(legs.map(({ node, failureDomain }) => [node.id, { ...node, failureDomain }])).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  const rows = [...new Set(legs.map((leg) => rowOf(copies, leg)))].sort((a, b) => a - b);
  const isByNode = nodes.length <= MOST_NODES;
  const boxes = (row: number, nodeId?: string) =>
    legs
      .filter((leg) => rowOf(copies, leg) === row && (nodeId === undefined || leg.node.id === nodeId))
      .map((leg) => <LegBox key={leg.index} leg={leg} isNamed={!isByNode} detail={detail?.(leg)} isDoubtful={isDoubtful?.(leg)} />);
  return (
    <div className={styles.frame}>
      <table className={styles.grid} aria-label="Placement">
        {isByNode ? (
          <thead>
            <tr>
              <td className={styles.corner} />
              {nodes.map((node) => (
                <th key={node.id} scope="col">
                  <NodeName {...node} />
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{rowName(protection, row)}</th>
              {isByNode ? (
                nodes.map(({ id }) => <td key={id}>{boxes(row, id)}</td>)
              ) : (
                <td>
                  <div className={styles.beside}>{boxes(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NodeName = ({ id, name, failureDomain }: { id: string; name: string; failureDomain: string }) => (
  <>
    <TextLink {...paths.node(id)}>{name}</TextLink> {failureDomain === name ? null : <span className="dimmed">{failureDomain}</span>}
  </>
);

interface BoxProps {
  leg: PlacedLeg;
  /** Shows the name of the node, because the leg does not stand in the node's column. */
  isNamed: boolean;
  detail: ReactNode;
  isDoubtful: boolean | undefined;
}

const LegBox = ({ leg, isNamed, detail, isDoubtful }: BoxProps) => (
  <div className={styles.leg} data-doubtful={isDoubtful}>
    <span>
      Leg {leg.index} <span className={styles.size}>{formatBytes(leg.sizeBytes)}</span>
    </span>
    {isNamed ? (
      <span>
        <NodeName {...leg.node} failureDomain={leg.failureDomain} />
      </span>
    ) : null}
    <TextLink {...paths.drive(leg.drive.id)}>
      <code>{leg.drive.serial}</code>
    </TextLink>
    {leg.numaNode === null ? null : <span className="dimmed">NUMA {leg.numaNode}</span>}
    {detail}
  </div>
);
