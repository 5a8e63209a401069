import type { Role } from '@weft/shared/kinds/user';

export const roleWords: Record<Role, string> = {
  viewer: 'see everything, change nothing',
  operator: 'also make, attach, grow and delete volumes, and run drives and nodes',
  administrator: 'also manage users, settings and nodes, destroy what is on drives, and give up data',
};
