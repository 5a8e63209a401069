import type { components } from './schema.js';

/** Types of the objects in the server's OpenAPI document. No client type is written by hand. */
type Schemas = components['schemas'];

export type Node = Schemas['Node'];
export type Drive = Schemas['Drive'];
export type DriveClass = Schemas['DriveClass'];
export type Volume = Schemas['Volume'];
/** Includes the fields that the form's texts depend on; the server fills in the rest with its defaults. */
export type VolumeCreate = Schemas['VolumeCreate'] & Required<Pick<Schemas['VolumeCreate'], 'failureDomain'>>;
export type Leg = Schemas['Leg'];
export type PlacedLeg = Schemas['PlacedLeg'];
export type VolumePlan = Schemas['VolumePlan'];
export type CapacityChange = Schemas['CapacityChange'];
export type Plan = Schemas['Plan'];
export type PlanChange = Schemas['PlanChange'];
export type Attachment = Schemas['Attachment'];
export type AuditEntry = Schemas['AuditEntry'];
export type ClusterEvent = Schemas['Event'];
export type ListedOrphan = Schemas['ListedOrphan'];
export type Backup = Schemas['Backup'];
export type BackupFolder = Schemas['BackupFolder'];
export type Note = Schemas['Note'];
export type Server = Schemas['Server'];
export type EnrollmentToken = Schemas['EnrollmentToken'];
export type Job = Schemas['Job'];
export type JobStep = Schemas['JobStep'];
export type JobWait = Schemas['JobWait'];
export type JobReason = Schemas['JobReason'];
export type Condition = Schemas['Condition'];
export type Overview = Schemas['Overview'];
export type Topology = Schemas['Topology'];
export type Dependents = Schemas['Dependents'];
export type Finding = Schemas['Finding'];
export type SentenceData = Schemas['SentenceData'];
export type CapacityForecast = Schemas['CapacityForecast'];
export type ClassCapacity = Schemas['ClassCapacity'];
export type RoleCpu = Schemas['RoleCpu'];
export type EvictionPlan = Schemas['EvictionPlan'];
export type Settings = Schemas['Settings'];
export type Problem = Schemas['Problem'];
export type Shortage = Schemas['Shortage'];
export type User = Schemas['User'];
export type DriveMap = Schemas['DriveMap'];
export type Simulation = Schemas['Simulation'];
export type SimulatedNode = Schemas['SimulatedNode'];
export type SimulationFault = Schemas['SimulationFault'];
export type MappedDrive = Schemas['MappedDrive'];
