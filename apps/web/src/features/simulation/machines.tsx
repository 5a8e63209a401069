import { useState } from 'react';
import type { Node, SimulatedNode, Simulation, SimulationFault } from '../../api/types.js';
import { Section } from '../../ui/page.js';
import { Machine } from './machine.js';
import styles from './simulation.module.css';

/** More machines would be slow to draw; the filter finds the others. */
const MOST = 48;

interface Props {
  simulation: Simulation;
  nodes: readonly Node[];
  refused: string | null;
  inject: (...faults: SimulationFault[]) => void;
}

/** Simulated machines, filtered by name or by the serial of a drive. */
export function Machines({ simulation, nodes, refused, inject }: Props) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = simulation.nodes.filter((each) => matches(each, wanted));
  const known = new Map(nodes.map((node) => [node.name, node]));
  return (
    <Section
      title="Machines"
      actions={
        <input
          type="search"
          className={styles.filter}
          aria-label="Filter machines"
          placeholder="Name or serial"
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      }
    >
      <ul className={styles.machines} aria-label="Machines">
        {found.slice(0, MOST).map((machine) => (
          <Machine key={machine.name} machine={machine} node={known.get(machine.name) ?? null} refused={refused} inject={inject} />
        ))}
      </ul>
      {found.length > MOST ? (
        <p className="dimmed">
          {MOST} of {found.length} machines. Use the filter to see the others.
        </p>
      ) : null}
      {found.length === 0 ? <p className="dimmed">No machines match this filter.</p> : null}
    </Section>
  );
}

const matches = ({ name, drives }: SimulatedNode, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) || drives.some(({ serial }) => serial.toLowerCase().includes(wanted));
