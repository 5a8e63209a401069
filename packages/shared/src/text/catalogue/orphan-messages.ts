import { entry } from '../entry.js';
import { c1, drive0, drive1, ids, leg0, orders, t1, t2 } from '../examples.js';
import { count, drive, leg, node, volume, word } from '../field.js';
import { words } from '../words.js';

const onNode = (text: string) =>
  entry({ node }, { message: ({ node }) => words`${node} has ${text} that no assignment lists.`, example: { node: t1 } });

/* What an orphan is, whether it may hold the only copy of its bytes, and what a person can do. */
export const orphanMessages = {
  'orphan-volume-group': onNode('a volume group of Weft'),
  'orphan-logical-volume': onNode('a logical volume of a leg'),
  'orphan-subsystem': onNode('an NVMe subsystem of Weft'),
  'orphan-port': onNode('an NVMe port that exports a subsystem of Weft'),
  'orphan-controller': onNode('a path to a subsystem of Weft'),
  'orphan-array': onNode('an array over legs'),
  'orphan-mapping': onNode('a dm device of a volume'),
  'orphan-drive-of-other-cluster': entry(
    { drive, node, driveId: word },
    {
      message: ({ drive, node, driveId }) =>
        words`Drive ${drive} of ${node} has the volume group of Weft drive ${driveId}, which this database does not know.`,
      example: { drive: drive0, node: t1, driveId: ids.other },
    },
  ),
  'orphan-drive-moved': entry(
    { drive, node, former: drive, formerNode: node },
    {
      message: ({ drive, node, former, formerNode }) =>
        words`Drive ${drive} of ${node} has the volume group of drive ${former} of ${formerNode}.`,
      example: { drive: drive0, node: t1, former: drive1, formerNode: t2 },
    },
  ),
  'orphan-drive-missing': entry(
    { drive, node, legs: count },
    {
      message: ({ drive, node, legs }) => words`${node} does not find drive ${drive}, which has ${legs} ${legs === 1 ? 'leg' : 'legs'}.`,
      example: { drive: drive0, node: t1, legs: 2 },
    },
  ),
  'orphan-drive-without-group': entry(
    { drive, node, legs: count },
    {
      message: ({ drive, node, legs }) =>
        words`${node} finds no volume group on drive ${drive}, which has ${legs} ${legs === 1 ? 'leg' : 'legs'}.`,
      example: { drive: drive0, node: t1, legs: 2 },
    },
  ),
  'orphan-leg': entry(
    { leg, volume, drive, node },
    {
      message: ({ leg, volume, drive, node }) =>
        words`${node} does not find the logical volume of leg ${leg} of ${volume} on drive ${drive}.`,
      example: { leg: leg0, volume: orders, drive: drive0, node: t1 },
    },
  ),
  'orphan-attachment': entry(
    { volume, node },
    {
      message: ({ volume, node }) => words`${volume} is attached to ${node}, and ${node} has no path, array or device of it.`,
      example: { volume: orders, node: c1 },
    },
  ),
  'copy-no-data': entry({}, { message: () => words`It holds no bytes of a volume.`, example: {} }),
  'copy-elsewhere': entry(
    { volume },
    {
      message: ({ volume }) => words`All bytes of ${volume} are on healthy legs that are in sync.`,
      example: { volume: orders },
    },
  ),
  'copy-only': entry(
    { volume },
    {
      message: ({ volume }) => words`It may have writes that no healthy leg of ${volume} has.`,
      example: { volume: orders },
    },
  ),
  'copy-health-unknown': entry(
    { volume },
    {
      message: ({ volume }) => words`Its bytes may also be on legs of ${volume} whose health is unknown.`,
      example: { volume: orders },
    },
  ),
  'copy-volume-unknown': entry({}, { message: () => words`This database does not know whose bytes it holds.`, example: {} }),
  'remove-orphan': entry(
    {},
    { message: () => words`Check that nobody uses it, then let Weft remove it. Its agent refuses while it is in use.`, example: {} },
  ),
  'remove-orphan-subsystem': entry(
    {},
    { message: () => words`Remove the subsystem that it exports: a port without subsystems goes with it.`, example: {} },
  ),
  'copy-orphan-first': entry(
    { node },
    {
      message: ({ node }) =>
        words`Adopt its volume (weft-server adopt, docs/operating.md), or copy its data away from ${node} (docs/recovering-by-hand.md). Only after that let Weft remove it, which needs the serial of its drive.`,
      example: { node: t1 },
    },
  ),
  'wipe-foreign-drive': entry(
    { drive },
    {
      message: ({ drive }) => words`Return it to its cluster or node, or wipe drive ${drive}, which needs its serial.`,
      example: { drive: drive0 },
    },
  ),
  'return-or-release-drive': entry(
    { drive },
    { message: ({ drive }) => words`Return drive ${drive}, or evict and release it.`, example: { drive: drive0 } },
  ),
  'see-volume': entry(
    { volume },
    { message: ({ volume }) => words`The page of ${volume} states the reason and the remedy.`, example: { volume: orders } },
  ),
};

/* Step and error of the job that removes an orphan. */
export const orphanJobMessages = {
  /** `object`: name on the host. */
  'remove-object': entry({ object: word }, { message: ({ object }) => words`remove ${object}`, example: { object: 'weft-x/leg-y' } }),
  'orphan-order-unanswered': entry(
    { node, object: word, minutes: count },
    {
      message: ({ node, object, minutes }) =>
        words`${node} has not answered within ${minutes} min (an agent of an earlier version does not). Whether ${object} is removed is not known: the list of orphans has it as long as it is there.`,
      example: { node: t1, object: 'weft-x/leg-y', minutes: 10 },
    },
  ),
};
