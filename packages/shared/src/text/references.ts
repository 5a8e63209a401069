import type { MessageReference } from './message.js';

export const volumeRef = (id: string, name: string): MessageReference => ({ kind: 'volume', id, name });
export const nodeRef = (id: string, name: string): MessageReference => ({ kind: 'node', id, name });
export const driveRef = (id: string, serial: string): MessageReference => ({ kind: 'drive', id, name: serial });
export const legRef = ({ id, index }: { id: string; index: number }): MessageReference => ({ kind: 'leg', id, name: String(index) });
export const attachmentRef = (id: string, name: string): MessageReference => ({ kind: 'attachment', id, name });
