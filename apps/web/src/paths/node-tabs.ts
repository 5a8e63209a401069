/** Parts of the page of a node, as its address names them. */
export const nodeTabs = ['overview', 'drives', 'network', 'attachments', 'activity'] as const;
export type NodeTab = (typeof nodeTabs)[number];
