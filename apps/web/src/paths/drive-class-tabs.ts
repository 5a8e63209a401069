/** Parts of the page of a drive class, as its address names them. */
export const driveClassTabs = ['overview', 'drives', 'volumes', 'activity'] as const;
export type DriveClassTab = (typeof driveClassTabs)[number];
