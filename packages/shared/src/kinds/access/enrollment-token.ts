import { z } from 'zod';
import { idSchema, labelsSchema, lineSchema, nameSchema } from '../../identity.js';
import { objectFields, referenceSchema } from '../common.js';

export const enrollmentTokenCreateSchema = z
  .strictObject({
    description: lineSchema(256).default(''),
    labels: labelsSchema.default({}).meta({ description: 'Labels of the node that enrolls with this token.' }),
    expiresInSeconds: z
      .int()
      .min(60)
      .max(30 * 86_400)
      .default(86_400),
  })
  .meta({ id: 'EnrollmentTokenCreate' });
export type EnrollmentTokenCreate = z.infer<typeof enrollmentTokenCreateSchema>;

export const enrollmentTokenSchema = z
  .strictObject({
    ...objectFields,
    description: z.string(),
    labels: labelsSchema,
    expiresAt: z.iso.datetime(),
    usedBy: z.strictObject({ id: idSchema, name: z.string() }).nullable(),
    forNode: referenceSchema
      .nullable()
      .meta({ description: 'The only node that may use the token, to renew its credential. Null: the token enrolls a new node.' }),
  })
  .meta({ id: 'EnrollmentToken' });
export type EnrollmentToken = z.infer<typeof enrollmentTokenSchema>;
/** The answer to the creation shows the token once; the server stores only its hash. */
export const enrollmentTokenIssuedSchema = enrollmentTokenSchema
  .extend({
    token: z.string(),
    caFingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .meta({
        description:
          "SHA-256 of the certificate of the cluster's own authority, for `weft-agent enroll --ca-fingerprint`. Null: the server has a certificate of another authority, or none.",
      }),
  })
  .meta({ id: 'EnrollmentTokenIssued' });
export type EnrollmentTokenIssued = z.infer<typeof enrollmentTokenIssuedSchema>;

export const enrollSchema = z
  .strictObject({
    token: z.string().max(128),
    name: nameSchema,
    hostname: z.string().max(253),
    agentVersion: z.string().max(64),
    protocol: z.int(),
    nodeId: idSchema.optional().meta({ description: 'Id of the node that renews its credential.' }),
  })
  .meta({ id: 'Enroll' });
export type Enroll = z.infer<typeof enrollSchema>;
export const enrolledSchema = z
  .strictObject({
    nodeId: idSchema,
    name: nameSchema,
    clusterId: idSchema,
    credential: z.string(),
    hostId: idSchema,
    hostNqn: z.string(),
    servers: z.array(z.string()),
  })
  .meta({ id: 'Enrolled' });
export type Enrolled = z.infer<typeof enrolledSchema>;
