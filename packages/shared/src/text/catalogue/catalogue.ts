import { attachmentMessages } from './attachment-messages.js';
import { legMessages } from './leg-messages.js';
import { nodeMessages } from './node-messages.js';
import { repairMessages } from './repair-messages.js';
import { volumeMessages } from './volume-messages.js';

/** Every message by its code, grouped by topic into rooms. */
export const rooms = {
  Legs: legMessages,
  Volumes: volumeMessages,
  Attachments: attachmentMessages,
  Nodes: nodeMessages,
  Repair: repairMessages,
};

export const catalogue = { ...legMessages, ...volumeMessages, ...attachmentMessages, ...nodeMessages, ...repairMessages };
export type MessageCode = keyof typeof catalogue;
export type ParamsOf<C extends MessageCode> = (typeof catalogue)[C]['example'];
