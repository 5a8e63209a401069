import type { components } from './schema.js';

/** What the server's document says of its objects: nobody writes a client type by hand. */
type Schemas = components['schemas'];

export type Node = Schemas['Node'];
export type Drive = Schemas['Drive'];
export type DriveClass = Schemas['DriveClass'];
export type Volume = Schemas['Volume'];
/** Whole: a form leaves nothing to the server's defaults. */
export type VolumeCreate = Required<Schemas['VolumeCreate']>;
export type Leg = Schemas['Leg'];
export type Placement = Schemas['Placement'];
export type Attachment = Schemas['Attachment'];
export type Job = Schemas['Job'];
export type JobStep = Schemas['JobStep'];
export type Condition = Schemas['Condition'];
export type Problem = Schemas['Problem'];
export type Shortage = Schemas['Shortage'];
export type User = Schemas['User'];
