import type { CapacitySample } from './capacity-trend.js';

/** Id of every series of capacity, so that one range of the index by id has all of them. */
export const CAPACITY = 'capacity';

/** A sample of a class, or of the cluster, which has the id ''. */
export interface ClassSample extends CapacitySample {
  driveClassId: string;
  freeBytes: number;
}

/**
 * In the collection of hourly points, so that it is kept as long as they are. These series are no part of the roll-up and of statistics queries: both
 * select series by other kinds and ids.
 */
export interface CapacityDocument {
  at: Date;
  series: { kind: typeof CAPACITY; id: typeof CAPACITY; driveClass: string };
  capacityBytes: number;
  allocatedBytes: number;
  freeBytes: number;
}

export const toCapacityDocument = ({ at, driveClassId, capacityBytes, allocatedBytes, freeBytes }: ClassSample): CapacityDocument => ({
  at: new Date(at),
  series: { kind: CAPACITY, id: CAPACITY, driveClass: driveClassId },
  ...{ capacityBytes, allocatedBytes, freeBytes },
});

export const fromCapacityDocument = ({ at, series, capacityBytes, allocatedBytes, freeBytes }: CapacityDocument): ClassSample => ({
  ...{ at: at.getTime(), driveClassId: series.driveClass, capacityBytes, allocatedBytes, freeBytes },
});
