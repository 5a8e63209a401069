import type { Topology } from '../api/types.js';
type Node = Topology['nodes'][number];
type Drive = Topology['drives'][number];
type Volume = Topology['volumes'][number];
type Attachment = Topology['attachments'][number];
export declare const node: (id: string, more?: Partial<Node>) => Node;
export declare const drive: (id: string, nodeId: string, more?: Partial<Drive>) => Drive;
export declare const volume: (id: string, driveIds: readonly string[], more?: Partial<Volume>) => Volume;
export declare const attachment: (id: string, volumeId: string, nodeId: string, more?: Partial<Attachment>) => Attachment;
/** Two targets in two racks of a zone, with two drives each; a client that has one of two volumes attached. */
export declare const topology: (more?: Partial<Topology>) => Topology;
/** 128 targets with 24 drives, 1,000 clients, 1,000 volumes of 8 legs, 2,000 attachments. */
export declare function largeTopology(): Topology;
export {};
