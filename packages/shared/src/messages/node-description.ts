import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { assignmentSchema } from './assignment.js';
import { heldSchema } from './history.js';
import { inventorySchema } from './inventory.js';

/** What one node knows, for `weft-server rebuild`: written by `weft-agent describe`. It holds no secret: of the credential only the hash. */
export const nodeDescriptionSchema = z.strictObject({
  form: z.literal('weft-node-description-1'),
  at: z.iso.datetime(),
  node: z.strictObject({ id: idSchema, name: nameSchema, clusterId: idSchema, hostId: idSchema }),
  /** SHA-256 of the node's credential, hex: the rebuilt database accepts the agent by it. */
  credentialHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** What the ledger holds. */
  held: heldSchema,
  /** Null: none, or damaged. */
  assignment: assignmentSchema.nullable(),
  /** The facts of the ledger are unknown. */
  factsLost: z.boolean(),
  /** By volume id, or by the id of a mirror set with an array of its own (`arrayIds`): the array that this node ran last, with the legs that it saw in sync. */
  arrays: z.record(idSchema, z.object({ attachmentId: idSchema, epoch: z.int(), uuid: idSchema, inSyncLegs: z.array(idSchema) })),
  /** By volume id: the highest tenure of an attachment that this node served. */
  tenures: z.record(idSchema, z.int()),
  inventory: inventorySchema,
  volumeGroups: z.array(
    z.strictObject({ vg: z.string(), sizeBytes: z.int(), freeBytes: z.int(), largestFreeBytes: z.int(), extentBytes: z.int() }),
  ),
  logicalVolumes: z.array(z.strictObject({ vg: z.string(), lv: z.string(), sizeBytes: z.int(), tags: z.array(z.string()) })),
  /** By leg id: what `mdadm --examine` found on its LV. Null: no superblock. Missing: not read, because the LV is not active. */
  superblocks: z.record(
    idSchema,
    z.object({ uuid: z.string(), events: z.int(), deviceRole: z.string(), name: z.string().nullable() }).nullable(),
  ),
});
export type NodeDescription = z.infer<typeof nodeDescriptionSchema>;
