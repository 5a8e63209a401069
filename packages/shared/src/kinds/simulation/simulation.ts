import { z } from 'zod';

const node = z.string().max(64).meta({ description: 'Name of the simulated node.' });
const serial = z.string().max(64);
const nic = z.string().max(64);
const up = z.boolean();
const ms = z.number().positive().max(3_600_000);

/** A fault of a simulated cluster, or its opposite. */
export const simulationFaultSchema = z
  .discriminatedUnion('fault', [
    /** Power off; its agent ends too. */
    z.strictObject({ fault: z.literal('kill-node'), node }),
    z.strictObject({ fault: z.literal('boot-node'), node }),
    z.strictObject({ fault: z.literal('nic'), node, nic, up }),
    z.strictObject({ fault: z.literal('network'), network: z.string().max(64), up }),
    /** The network drops larger packets in silence, as a switch with a smaller MTU does; null: none. */
    z.strictObject({ fault: z.literal('packet-limit'), network: z.string().max(64), bytes: z.int().min(68).max(65_535).nullable() }),
    z.strictObject({ fault: z.literal('flap'), node, nic, downMs: ms, upMs: ms, times: z.int().positive().max(1000) }),
    z.strictObject({ fault: z.literal('drive'), node, serial, present: z.boolean() }),
    /** Its writes fail; md marks bad blocks. */
    z.strictObject({ fault: z.literal('write-errors'), node, serial, fails: z.boolean() }),
    /** Some bytes of every leg of a mirror on it change, and nobody notices: a scrub finds them. */
    z.strictObject({ fault: z.literal('damage'), node, serial }),
    /** Answers `factor` times slower; 1: as before. */
    z.strictObject({ fault: z.literal('slow-drive'), node, serial, factor: z.number().min(1).max(1000) }),
    /** Names of idle heads and drives move to other idle heads and drives. */
    z.strictObject({ fault: z.literal('rename-devices'), node }),
    /** A process opens an attached volume, or closes it. */
    z.strictObject({ fault: z.literal('open'), node, volume: z.string().max(64), open: z.boolean() }),
    /** The application on an attached volume ends and closes its device, or starts again. */
    z.strictObject({ fault: z.literal('load'), node, volume: z.string().max(64), runs: z.boolean() }),
    /** Every application wants so many times its usual I/O; 1: as usual. */
    z.strictObject({ fault: z.literal('demand'), factor: z.number().min(0).max(20) }),
  ])
  .meta({ id: 'SimulationFault' });
export type SimulationFault = z.infer<typeof simulationFaultSchema>;

const simulatedNodeSchema = z
  .strictObject({
    name: z.string(),
    up: z.boolean().meta({ description: 'False: without power.' }),
    nics: z.array(z.strictObject({ name: z.string(), storageNetwork: z.string(), up: z.boolean() })),
    drives: z.array(
      z.strictObject({
        serial: z.string(),
        model: z.string(),
        present: z.boolean().meta({ description: 'False: pulled out.' }),
        slowFactor: z.number().meta({ description: 'How many times slower than usual it answers.' }),
        failsWrites: z.boolean(),
      }),
    ),
    applications: z.array(z.strictObject({ volume: z.string(), runs: z.boolean() })),
  })
  .meta({ id: 'SimulatedNode' });
export type SimulatedNode = z.infer<typeof simulatedNodeSchema>;

/** State of the simulated machines, as their owner sees it: agents and the server learn of it as they would of real ones. */
export const simulationSchema = z
  .strictObject({
    demandFactor: z.number().meta({ description: 'I/O that every application wants, as a factor of its usual one.' }),
    networks: z.array(z.strictObject({ name: z.string(), up: z.boolean() })),
    nodes: z.array(simulatedNodeSchema),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.infer<typeof simulationSchema>;

/** Paths of the simulation's own socket, which the server calls. */
export const SIMULATION_STATE_PATH = '/state';
export const SIMULATION_FAULTS_PATH = '/faults';
/** What the socket answers to a fault that cannot be applied. */
export const simulationRefusalSchema = z.object({ refused: z.string() });
