import type { LegDocument } from '../documents/volume.document.js';

type Leg = Pick<LegDocument, 'nodeId'> & { status: Pick<LegDocument['status'], 'health'> };

/** Legs whose nodes may be the cause of a volume's problem, for alerts and the overview. A pending leg is not yet part of the volume. */
export const unhealthyLegs = <L extends Leg>(legs: readonly L[]): L[] =>
  legs.filter(({ status: { health } }) => health !== 'healthy' && health !== 'pending');
