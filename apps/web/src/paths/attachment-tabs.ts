/** Parts of the page of an attachment, as its address names them. */
export const attachmentTabs = ['overview', 'activity'] as const;
export type AttachmentTab = (typeof attachmentTabs)[number];
