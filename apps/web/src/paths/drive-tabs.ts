/** Parts of the page of a drive, as its address names them. */
export const driveTabs = ['overview', 'activity'] as const;
export type DriveTab = (typeof driveTabs)[number];
