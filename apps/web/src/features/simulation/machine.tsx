import { useState } from 'react';
import type { Node, SimulatedNode, SimulationFault } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Mark } from '../../ui/marks/mark.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { nodeStatus } from '../nodes/node-status.js';
import { driveState, FLAP, SLOW_FACTOR } from './faults.js';
import styles from './simulation.module.css';

interface Props {
  machine: SimulatedNode;
  /** The node as the server knows it; null: not read, or not enrolled. */
  node: Node | null;
  refused: string | null;
  inject: (...faults: SimulationFault[]) => void;
}

type Part = { kind: 'nic' | 'drive' | 'application'; name: string };

/** One machine: its power, and its NICs, drives and applications to choose from. */
export function Machine({ machine, node, refused, inject }: Props) {
  const [part, setPart] = useState<Part | null>(null);
  const { name, up, nics, drives, applications } = machine;
  const toggle = (kind: Part['kind'], each: string) => ({
    'aria-pressed': part?.kind === kind && part.name === each,
    onClick: () => setPart(part?.kind === kind && part.name === each ? null : { kind, name: each }),
  });
  const known = node && nodeStatus(node);
  return (
    <li className={styles.machine} data-up={up} aria-label={name}>
      <div className={styles.head}>
        <Mark tone={up ? 'good' : 'bad'} />
        <strong>{node ? <TextLink {...paths.node(node.id)}>{name}</TextLink> : name}</strong>
        <span className="dimmed">{up ? 'has power' : 'no power'}</span>
        <ActionButton
          size="compact-xs"
          aria-label={`${up ? 'Take down' : 'Boot'} ${name}`}
          refusedBecause={refused}
          onClick={() => inject({ fault: up ? 'kill-node' : 'boot-node', node: name })}
        >
          {up ? 'Take down' : 'Boot'}
        </ActionButton>
      </div>
      <div className={styles.parts}>
        {nics.map((nic) => (
          <button key={nic.name} type="button" className={styles.part} {...toggle('nic', nic.name)}>
            <Mark tone={nic.up ? 'good' : 'bad'} /> {nic.name}
          </button>
        ))}
        {applications.map(({ volume, runs }) => (
          <button key={volume} type="button" className={styles.part} {...toggle('application', volume)}>
            <Mark tone={runs ? 'good' : 'idle'} /> {volume}
          </button>
        ))}
      </div>
      {drives.length > 0 ? (
        <div className={styles.bays}>
          {drives.map((drive) => (
            <button
              key={drive.serial}
              type="button"
              className={styles.bay}
              data-state={driveState(drive)}
              title={`${drive.serial}: ${driveState(drive)}`}
              aria-label={`Drive ${drive.serial}: ${driveState(drive)}`}
              {...toggle('drive', drive.serial)}
            />
          ))}
        </div>
      ) : null}
      {part ? <Tray machine={machine} part={part} refused={refused} inject={inject} /> : null}
      <div className={styles.known}>
        <span className="dimmed">Weft sees</span> {known ? <Status tone={known.tone} what={known.what} /> : 'no node of this name'}
      </div>
    </li>
  );
}

interface Choice {
  label: string;
  fault: SimulationFault;
}

function choicesFor({ name: node, nics, drives, applications }: SimulatedNode, { kind, name }: Part): { what: string; choices: Choice[] } {
  if (kind === 'nic') {
    const { up, storageNetwork } = nics.find((each) => each.name === name) ?? { up: true, storageNetwork: '' };
    return {
      what: `${name} on ${storageNetwork}: ${up ? 'up' : 'down'}`,
      choices: [
        { label: up ? 'Take down' : 'Bring up', fault: { fault: 'nic', node, nic: name, up: !up } },
        { label: 'Flap', fault: { fault: 'flap', node, nic: name, ...FLAP } },
      ],
    };
  }
  if (kind === 'application') {
    const runs = applications.find(({ volume }) => volume === name)?.runs ?? false;
    return {
      what: `Application on ${name}: ${runs ? 'runs' : 'stopped'}`,
      choices: [{ label: runs ? 'Stop' : 'Start', fault: { fault: 'load', node, volume: name, runs: !runs } }],
    };
  }
  const drive = drives.find(({ serial }) => serial === name);
  if (!drive) return { what: `${name}: removed`, choices: [] };
  const { serial, present, slowFactor, failsWrites } = drive;
  return {
    what: `${serial}: ${driveState(drive)}`,
    choices: [
      { label: present ? 'Pull out' : 'Put back', fault: { fault: 'drive', node, serial, present: !present } },
      slowFactor > 1
        ? { label: 'Usual speed', fault: { fault: 'slow-drive', node, serial, factor: 1 } }
        : { label: `${SLOW_FACTOR} times slower`, fault: { fault: 'slow-drive', node, serial, factor: SLOW_FACTOR } },
      { label: 'Damage bytes', fault: { fault: 'damage', node, serial } },
      { label: failsWrites ? 'Accept writes' : 'Fail writes', fault: { fault: 'write-errors', node, serial, fails: !failsWrites } },
    ],
  };
}

/** The chosen part, and what can be done to it. */
function Tray({ machine, part, refused, inject }: Omit<Props, 'node'> & { part: Part }) {
  const { what, choices } = choicesFor(machine, part);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.tray} role="group" aria-label={part.name}>
      <span>{what}</span>
      {choices.map(({ label, fault }) => (
        <ActionButton key={label} size="compact-xs" refusedBecause={refused} onClick={() => inject(fault)}>
          {label}
        </ActionButton>
      ))}
    </div>
  );
}
