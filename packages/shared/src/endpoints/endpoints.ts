import { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import { idSchema } from '../identity.js';
import { attachmentCreateSchema, attachmentSchema, attachmentStates } from '../kinds/attachment.js';
import { emptySchema } from '../kinds/common.js';
import { driveSchema, driveStates, driveWipeSchema } from '../kinds/drive.js';
import { driveClassMembersSchema, driveClassSchema, driveClassSpecSchema, driveClassUpdateSchema } from '../kinds/drive-class.js';
import { enrolledSchema, enrollmentTokenCreateSchema, enrollmentTokenIssuedSchema, enrollmentTokenSchema, enrollSchema } from '../kinds/enrollment-token.js';
import { jobKinds, jobSchema, jobStates } from '../kinds/job.js';
import { nodeSchema, nodeUpdateSchema } from '../kinds/node.js';
import { settingsSchema, settingsUpdateSchema } from '../kinds/settings.js';
import { loginSchema, passwordChangeSchema, sessionSchema, userCreateSchema, userSchema, userUpdateSchema } from '../kinds/user.js';
import { placementSchema, volumeCreateSchema, volumeSchema, volumeStates, volumeUpdateSchema } from '../kinds/volume.js';
import { endpoint, listQuery, pageOf } from './endpoint.js';

/*
 * Every route of the API, once. Server, OpenAPI document, console client and tests derive from this list.
 */

const id = z.strictObject({ id: idSchema });
const read = ['malformed', 'unauthenticated', 'forbidden', 'rate-limited'] as const satisfies readonly ErrorCode[];
const one = [...read, 'not-found'] as const;
const list = [...read, 'invalid-cursor'] as const;
const write = [...read, 'invalid-field', 'body-too-large', 'unsupported-media-type'] as const;
const create = [...write, 'name-taken', 'idempotency-mismatch'] as const;
const change = [...write, 'not-found', 'wrong-state', 'in-use', 'version-mismatch', 'precondition-required'] as const;
const name = z.string().max(64).optional().meta({ description: 'Exact name.' });
const jobAnswer = z.strictObject({ job: jobSchema });

const v1 = '/api/v1';

export const endpoints = {
  /* health and documents */
  healthz: endpoint({ id: 'healthz', method: 'GET', path: '/healthz', summary: 'The process is alive', tag: 'health', access: 'public', status: 200, response: z.strictObject({ status: z.literal('ok'), version: z.string() }), errors: [] }),
  readyz: endpoint({ id: 'readyz', method: 'GET', path: '/readyz', summary: 'Ready to serve: database reachable, schema current', tag: 'health', access: 'public', status: 200, response: z.strictObject({ status: z.literal('ready') }), errors: ['unavailable'] }),

  /* sessions and users */
  login: endpoint({ id: 'login', method: 'POST', path: `${v1}/login`, summary: 'Log in; sets the session cookie', tag: 'sessions', access: 'public', status: 200, body: loginSchema, response: sessionSchema, errors: [...write] }),
  logout: endpoint({ id: 'logout', method: 'POST', path: `${v1}/logout`, summary: 'End this session', tag: 'sessions', access: 'viewer', status: 204, body: emptySchema.optional(), errors: [...write] }),
  session: endpoint({ id: 'session', method: 'GET', path: `${v1}/session`, summary: 'Who am I', tag: 'sessions', access: 'viewer', status: 200, response: sessionSchema, errors: read }),
  changePassword: endpoint({ id: 'changePassword', method: 'POST', path: `${v1}/session/password`, summary: 'Change the own password; ends all other sessions', tag: 'sessions', access: 'viewer', status: 204, body: passwordChangeSchema, errors: [...write] }),
  listUsers: endpoint({ id: 'listUsers', method: 'GET', path: `${v1}/users`, summary: 'List users', tag: 'users', access: 'administrator', status: 200, query: listQuery(['name', 'createdAt'], {}), response: pageOf(userSchema, 'UserPage'), errors: list }),
  createUser: endpoint({ id: 'createUser', method: 'POST', path: `${v1}/users`, summary: 'Create a user', tag: 'users', access: 'administrator', status: 201, body: userCreateSchema, response: userSchema, idempotent: true, errors: create }),
  getUser: endpoint({ id: 'getUser', method: 'GET', path: `${v1}/users/:id`, summary: 'Get a user', tag: 'users', access: 'administrator', status: 200, params: id, response: userSchema, errors: one }),
  updateUser: endpoint({ id: 'updateUser', method: 'PATCH', path: `${v1}/users/:id`, summary: 'Change role or password', tag: 'users', access: 'administrator', status: 200, params: id, body: userUpdateSchema, response: userSchema, ifMatch: 'required', errors: change }),
  deleteUser: endpoint({ id: 'deleteUser', method: 'DELETE', path: `${v1}/users/:id`, summary: 'Remove a user; the last administrator stays', tag: 'users', access: 'administrator', status: 204, params: id, ifMatch: 'required', errors: change }),

  /* enrollment and nodes */
  listEnrollmentTokens: endpoint({ id: 'listEnrollmentTokens', method: 'GET', path: `${v1}/enrollment-tokens`, summary: 'List enrollment tokens', tag: 'nodes', access: 'administrator', status: 200, query: listQuery(['createdAt', 'expiresAt'], {}), response: pageOf(enrollmentTokenSchema, 'EnrollmentTokenPage'), errors: list }),
  createEnrollmentToken: endpoint({ id: 'createEnrollmentToken', method: 'POST', path: `${v1}/enrollment-tokens`, summary: 'Issue a one-time token; it is shown only now', tag: 'nodes', access: 'administrator', status: 201, body: enrollmentTokenCreateSchema, response: enrollmentTokenIssuedSchema, errors: create }),
  deleteEnrollmentToken: endpoint({ id: 'deleteEnrollmentToken', method: 'DELETE', path: `${v1}/enrollment-tokens/:id`, summary: 'Revoke a token', tag: 'nodes', access: 'administrator', status: 204, params: id, ifMatch: 'required', errors: change }),
  enroll: endpoint({ id: 'enroll', method: 'POST', path: `${v1}/enroll`, summary: 'Enroll a node with a one-time token; answers with its own credential', tag: 'nodes', access: 'public', status: 201, body: enrollSchema, response: enrolledSchema, errors: [...write, 'name-taken', 'not-possible'] }),
  listNodes: endpoint({ id: 'listNodes', method: 'GET', path: `${v1}/nodes`, summary: 'List nodes', tag: 'nodes', access: 'viewer', status: 200, query: listQuery(['name', 'createdAt'], { name, connection: z.enum(['never', 'online', 'lost']).optional() }), response: pageOf(nodeSchema, 'NodePage'), errors: list }),
  getNode: endpoint({ id: 'getNode', method: 'GET', path: `${v1}/nodes/:id`, summary: 'Get a node', tag: 'nodes', access: 'viewer', status: 200, params: id, response: nodeSchema, errors: one }),
  updateNode: endpoint({ id: 'updateNode', method: 'PATCH', path: `${v1}/nodes/:id`, summary: 'Change labels', tag: 'nodes', access: 'operator', status: 200, params: id, body: nodeUpdateSchema, response: nodeSchema, ifMatch: 'required', errors: change }),
  deleteNode: endpoint({ id: 'deleteNode', method: 'DELETE', path: `${v1}/nodes/:id`, summary: 'Remove a node that holds no legs and no attachments', tag: 'nodes', access: 'administrator', status: 204, params: id, ifMatch: 'required', errors: change }),

  /* drives */
  listDrives: endpoint({ id: 'listDrives', method: 'GET', path: `${v1}/drives`, summary: 'List drives', tag: 'drives', access: 'viewer', status: 200, query: listQuery(['serial', 'model', 'sizeBytes', 'createdAt'], { nodeId: idSchema.optional(), state: z.enum(driveStates).optional(), serial: z.string().max(64).optional(), driveClassId: idSchema.optional() }), response: pageOf(driveSchema, 'DrivePage'), errors: list }),
  getDrive: endpoint({ id: 'getDrive', method: 'GET', path: `${v1}/drives/:id`, summary: 'Get a drive', tag: 'drives', access: 'viewer', status: 200, params: id, response: driveSchema, errors: one }),
  takeDrive: endpoint({ id: 'takeDrive', method: 'POST', path: `${v1}/drives/:id/take`, summary: 'Take a blank drive into service', tag: 'drives', access: 'operator', status: 202, params: id, body: emptySchema.optional(), response: jobAnswer, ifMatch: 'required', errors: change }),
  wipeDrive: endpoint({ id: 'wipeDrive', method: 'POST', path: `${v1}/drives/:id/wipe`, summary: 'Destroy everything on a drive that is not in service', tag: 'drives', access: 'administrator', status: 202, params: id, body: driveWipeSchema, response: jobAnswer, ifMatch: 'required', errors: change }),
  releaseDrive: endpoint({ id: 'releaseDrive', method: 'POST', path: `${v1}/drives/:id/release`, summary: 'Take a drive without legs out of service', tag: 'drives', access: 'operator', status: 202, params: id, body: emptySchema.optional(), response: jobAnswer, ifMatch: 'required', errors: change }),

  /* drive classes */
  listDriveClasses: endpoint({ id: 'listDriveClasses', method: 'GET', path: `${v1}/drive-classes`, summary: 'List drive classes', tag: 'drive-classes', access: 'viewer', status: 200, query: listQuery(['name', 'createdAt'], { name }), response: pageOf(driveClassSchema, 'DriveClassPage'), errors: list }),
  createDriveClass: endpoint({ id: 'createDriveClass', method: 'POST', path: `${v1}/drive-classes`, summary: 'Create a drive class', tag: 'drive-classes', access: 'operator', status: 201, body: driveClassSpecSchema, response: driveClassSchema, idempotent: true, errors: create }),
  previewDriveClass: endpoint({ id: 'previewDriveClass', method: 'POST', path: `${v1}/drive-classes/preview`, summary: 'Which drives would match', tag: 'drive-classes', access: 'viewer', status: 200, body: z.strictObject({ members: driveClassMembersSchema }).meta({ id: 'DriveClassPreview' }), response: z.strictObject({ drives: z.array(driveSchema), total: z.int() }), errors: write }),
  getDriveClass: endpoint({ id: 'getDriveClass', method: 'GET', path: `${v1}/drive-classes/:id`, summary: 'Get a drive class', tag: 'drive-classes', access: 'viewer', status: 200, params: id, response: driveClassSchema, errors: one }),
  updateDriveClass: endpoint({ id: 'updateDriveClass', method: 'PATCH', path: `${v1}/drive-classes/:id`, summary: 'Change a drive class; volumes that exist stay where they are', tag: 'drive-classes', access: 'operator', status: 200, params: id, body: driveClassUpdateSchema, response: driveClassSchema, ifMatch: 'required', errors: change }),
  deleteDriveClass: endpoint({ id: 'deleteDriveClass', method: 'DELETE', path: `${v1}/drive-classes/:id`, summary: 'Delete a class that no volume uses', tag: 'drive-classes', access: 'operator', status: 204, params: id, ifMatch: 'required', errors: change }),

  /* volumes */
  listVolumes: endpoint({ id: 'listVolumes', method: 'GET', path: `${v1}/volumes`, summary: 'List volumes', tag: 'volumes', access: 'viewer', status: 200, query: listQuery(['name', 'sizeBytes', 'createdAt'], { name, state: z.enum(volumeStates).optional(), driveClassId: idSchema.optional() }), response: pageOf(volumeSchema, 'VolumePage'), errors: list }),
  createVolume: endpoint({ id: 'createVolume', method: 'POST', path: `${v1}/volumes`, summary: 'Create a volume', tag: 'volumes', access: 'operator', status: 202, body: volumeCreateSchema, response: z.strictObject({ volume: volumeSchema, job: jobSchema }), idempotent: true, errors: [...create, 'not-found', 'insufficient-space', 'insufficient-drives', 'insufficient-failure-domains', 'not-possible'] }),
  planVolume: endpoint({ id: 'planVolume', method: 'POST', path: `${v1}/volumes/dry-run`, summary: 'The placement a volume would get, or why there is none', tag: 'volumes', access: 'viewer', status: 200, body: volumeCreateSchema, response: placementSchema, errors: [...write, 'not-found', 'insufficient-space', 'insufficient-drives', 'insufficient-failure-domains', 'not-possible'] }),
  getVolume: endpoint({ id: 'getVolume', method: 'GET', path: `${v1}/volumes/:id`, summary: 'Get a volume', tag: 'volumes', access: 'viewer', status: 200, params: id, response: volumeSchema, errors: one }),
  updateVolume: endpoint({ id: 'updateVolume', method: 'PATCH', path: `${v1}/volumes/:id`, summary: 'Change description or labels', tag: 'volumes', access: 'operator', status: 200, params: id, body: volumeUpdateSchema, response: volumeSchema, ifMatch: 'required', errors: change }),
  deleteVolume: endpoint({ id: 'deleteVolume', method: 'DELETE', path: `${v1}/volumes/:id`, summary: 'Delete a detached volume and its data', tag: 'volumes', access: 'operator', status: 202, params: id, response: jobAnswer, ifMatch: 'required', errors: change }),

  /* attachments */
  listAttachments: endpoint({ id: 'listAttachments', method: 'GET', path: `${v1}/attachments`, summary: 'List attachments', tag: 'attachments', access: 'viewer', status: 200, query: listQuery(['createdAt'], { volumeId: idSchema.optional(), nodeId: idSchema.optional(), state: z.enum(attachmentStates).optional() }), response: pageOf(attachmentSchema, 'AttachmentPage'), errors: list }),
  createAttachment: endpoint({ id: 'createAttachment', method: 'POST', path: `${v1}/attachments`, summary: 'Attach a volume to a client', tag: 'attachments', access: 'operator', status: 202, body: attachmentCreateSchema, response: z.strictObject({ attachment: attachmentSchema, job: jobSchema }), idempotent: true, errors: [...create, 'not-found', 'wrong-state', 'in-use', 'no-shared-network', 'not-possible'] }),
  getAttachment: endpoint({ id: 'getAttachment', method: 'GET', path: `${v1}/attachments/:id`, summary: 'Get an attachment', tag: 'attachments', access: 'viewer', status: 200, params: id, response: attachmentSchema, errors: one }),
  deleteAttachment: endpoint({ id: 'deleteAttachment', method: 'DELETE', path: `${v1}/attachments/:id`, summary: 'Detach; the job fails with the processes by name while the device is open', tag: 'attachments', access: 'operator', status: 202, params: id, response: jobAnswer, ifMatch: 'required', errors: [...change, 'device-busy'] }),

  /* jobs */
  listJobs: endpoint({ id: 'listJobs', method: 'GET', path: `${v1}/jobs`, summary: 'List jobs', tag: 'jobs', access: 'viewer', status: 200, query: listQuery(['createdAt', 'updatedAt'], { state: z.enum(jobStates).optional(), kind: z.enum(jobKinds).optional(), subjectId: idSchema.optional() }), response: pageOf(jobSchema, 'JobPage'), errors: list }),
  getJob: endpoint({ id: 'getJob', method: 'GET', path: `${v1}/jobs/:id`, summary: 'Get a job', tag: 'jobs', access: 'viewer', status: 200, params: id, response: jobSchema, errors: one }),

  /* settings and tools */
  getSettings: endpoint({ id: 'getSettings', method: 'GET', path: `${v1}/settings`, summary: 'Settings of the cluster', tag: 'settings', access: 'viewer', status: 200, response: settingsSchema, errors: read }),
  updateSettings: endpoint({ id: 'updateSettings', method: 'PATCH', path: `${v1}/settings`, summary: 'Change settings', tag: 'settings', access: 'administrator', status: 200, body: settingsUpdateSchema, response: settingsSchema, ifMatch: 'required', errors: change }),
  serviceDiscovery: endpoint({ id: 'serviceDiscovery', method: 'GET', path: `${v1}/prometheus/targets`, summary: 'Prometheus HTTP service discovery: servers and agents', tag: 'metrics', access: 'scrape', status: 200, response: z.array(z.strictObject({ targets: z.array(z.string()), labels: z.record(z.string(), z.string()) })), errors: ['unauthenticated'] }),
} as const;

export type EndpointId = keyof typeof endpoints;
