import { groupBy } from '@weft/shared/lists/group-by';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import { allLegs } from '../../domain/documents/volume.document.js';
import type { CheckFacts } from './facts.js';
import { type CheckFinding, found } from './finding.js';

interface Reference {
  object: string;
  field: string;
  id: string;
  known: ReadonlySet<string>;
}

/** References to documents that are not there. Legs on unknown drives are found with the records of space. */
function unknownReferences({ nodes, drives, driveClassIds, volumes, attachments }: CheckFacts): CheckFinding[] {
  const idsOf = (documents: readonly { _id: string }[]) => new Set(documents.map(({ _id }) => _id));
  const [nodeIds, volumeIds, classIds] = [idsOf(nodes), idsOf(volumes), new Set(driveClassIds)];
  const references: Reference[] = [
    ...drives.map(({ serial, nodeId }) => ({ object: `drive ${serial}`, field: 'node', id: nodeId, known: nodeIds })),
    ...volumes.flatMap((volume) => [
      { object: `volume ${volume.name}`, field: 'drive class', id: volume.spec.driveClassId, known: classIds },
      ...allLegs(volume).map(({ index, nodeId }) => ({
        ...{ object: `leg ${index} of volume ${volume.name}`, field: 'node', id: nodeId, known: nodeIds },
      })),
    ]),
    ...attachments.flatMap(({ volumeName, volumeId, nodeName, nodeId, exports }) => {
      const object = `attachment of ${volumeName} to ${nodeName}`;
      return [
        { object, field: 'volume', id: volumeId, known: volumeIds },
        { object, field: 'client', id: nodeId, known: nodeIds },
        ...exports.map((each) => ({ object, field: 'target', id: each.nodeId, known: nodeIds })),
      ];
    }),
  ];
  return references
    .filter(({ id, known }) => !known.has(id))
    .map(({ object, field, id }) => found('check-reference-unknown', { object, field, id }));
}

/** Ids that only one object may have: hosts with one NQN, targets with one subsystem or arrays with one UUID would take each other for themselves. */
function sharedIds({ nodes, volumes, attachments }: CheckFacts): CheckFinding[] {
  const uses = [
    ...nodes.map(({ hostId, name }) => ({ what: 'Host id', id: hostId, owner: `node ${name}` })),
    ...volumes.flatMap((volume) => [
      ...allLegs(volume).map(({ id, index }) => ({ what: 'Leg id', id, owner: `leg ${index} of volume ${volume.name}` })),
      ...(volume.array ? [{ what: 'Array UUID', id: volume.array.spec.uuid, owner: `volume ${volume.name}` }] : []),
    ]),
    ...attachments.flatMap(({ volumeName, exports }) =>
      exports.map(({ subsystemNqn, nodeName }) => ({ what: 'Subsystem', id: subsystemNqn, owner: `volume ${volumeName} on ${nodeName}` })),
    ),
  ];
  return [...groupBy(uses, ({ what, id }) => `${what} ${id}`).values()].flatMap(([first, ...others]) =>
    first && others.length > 0
      ? [found('check-id-shared', { what: first.what, id: first.id, owners: [first, ...others].map(({ owner }) => owner) })]
      : [],
  );
}

/** Generations that no sequence of this database's changes produces: it was rolled back, or changed by hand (S12, S14). */
function generationsAhead({ nodes, drives, volumes, attachments, assignments }: CheckFacts): CheckFinding[] {
  const generations = new Map(assignments.map(({ _id, generation }) => [_id, generation]));
  const orders = [
    ...drives.map((drive) => ({ ...drive, object: `drive ${drive.serial}`, orderGeneration: drive.spec.orderGeneration })),
    ...volumes.flatMap((volume) =>
      allLegs(volume).map((leg) => ({
        ...leg,
        ...{ object: `leg ${leg.index} of volume ${volume.name}`, orderGeneration: leg.spec.orderGeneration },
      })),
    ),
    ...attachments.flatMap((attachment) => [
      { ...attachment, object: `attachment of ${attachment.volumeName}`, orderGeneration: attachment.spec.orderGeneration },
      ...attachment.exports.map((each) => ({
        ...{ ...each, object: `export of ${attachment.volumeName}`, orderGeneration: each.spec.orderGeneration },
      })),
    ]),
  ];
  return [
    ...nodes.flatMap(({ _id, name, status: { acceptedGeneration } }) => {
      const generation = generations.get(_id) ?? 0;
      return acceptedGeneration !== null && acceptedGeneration > generation
        ? [found('check-generation-ahead', { node: nodeRef(_id, name), acceptedGeneration, generation })]
        : [];
    }),
    ...orders.flatMap(({ object, nodeId, nodeName, orderGeneration }) => {
      const generation = generations.get(nodeId) ?? 0;
      return orderGeneration > generation
        ? [found('check-order-ahead', { object, node: nodeRef(nodeId, nodeName), orderGeneration, generation })]
        : [];
    }),
  ];
}

/** Assignments and reports of nodes that are not in the database. */
function leftOfNodes({ nodes, assignments, statuses }: CheckFacts): CheckFinding[] {
  const known = new Set(nodes.map(({ _id }) => _id));
  const counts = new Map(assignments.filter(({ _id }) => !known.has(_id)).map(({ _id }) => [_id, 0]));
  for (const { nodeId } of statuses) if (!known.has(nodeId)) counts.set(nodeId, (counts.get(nodeId) ?? 0) + 1);
  return [...counts].map(([nodeId, count]) =>
    found('check-left-of-node', { nodeId, statuses: count }, { kind: 'left-of-node', nodeId, plan: said('mend-left-of-node', { nodeId }) }),
  );
}

/** Longer than any lease lasts, and than a killed server counts as online. */
const STALE_AFTER_MS = 60_000;

/** Leases that cannot expire soon, of servers that are not online. */
function staleLeases({ leases, onlineServerIds, now }: CheckFacts): CheckFinding[] {
  return leases.flatMap(({ _id: lease, holder, expiresAt }) =>
    holder !== null && !onlineServerIds.includes(holder) && expiresAt.getTime() > now.getTime() + STALE_AFTER_MS
      ? [
          found(
            'check-lease-stale',
            { lease, holder, expiresAt: expiresAt.toISOString() },
            { kind: 'lease', lease, holder, plan: said('mend-lease', { lease }) },
          ),
        ]
      : [],
  );
}

/** Open jobs about objects that are gone. Backups are no documents. */
function jobsWithoutSubject({ openJobs, nodes, drives, volumes, attachments }: CheckFacts): CheckFinding[] {
  const known = new Set([nodes, drives, volumes, attachments].flatMap((documents) => documents.map(({ _id }) => _id)));
  return openJobs
    .filter(({ subject }) => ['node', 'drive', 'volume', 'attachment'].includes(subject.kind) && !known.has(subject.id))
    .map(({ _id, kind, subject }) => found('check-job-without-subject', { job: _id, kind, subject: `${subject.kind} ${subject.name}` }));
}

/** Contradictions within the database. Pure. */
export const referenceFindings = (facts: CheckFacts): CheckFinding[] => [
  ...unknownReferences(facts),
  ...sharedIds(facts),
  ...generationsAhead(facts),
  ...leftOfNodes(facts),
  ...staleLeases(facts),
  ...jobsWithoutSubject(facts),
];
