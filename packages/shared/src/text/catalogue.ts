import { attachmentMessages } from './catalogue/attachment-messages.js';
import { legMessages } from './catalogue/leg-messages.js';
import { nodeMessages } from './catalogue/node-messages.js';
import { repairMessages } from './catalogue/repair-messages.js';
import { volumeMessages } from './catalogue/volume-messages.js';

/** Every message by its code, in rooms: what messages of one room speak of. */
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
