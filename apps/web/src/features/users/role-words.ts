import type { Role } from '@weft/shared/kinds/user';

export const roleWords: Record<Role, string> = {
  viewer: 'see everything, change nothing',
  operator: 'also create, attach, grow and delete volumes, and manage drives and nodes',
  administrator: 'also manage users, settings and enrollment, wipe drives, and give up data',
};
