/** Parts of the page of a volume, as its address names them. */
export const volumeTabs = ['overview', 'performance', 'legs', 'attachments', 'activity', 'spec'] as const;
export type VolumeTab = (typeof volumeTabs)[number];
