import { isBuiltInRole, type Role } from '@weft/shared/kinds/user';

const words: Record<Role, string> = {
  viewer: 'sees everything, changes nothing',
  operator: 'also manages volumes, drives and nodes',
  administrator: 'also manages users, settings, enrollment, and accepts data loss',
};

/** What a user of a role may do. A custom role says it on its page. */
export const roleWords = (role: string): string => (isBuiltInRole(role) ? words[role] : `has the permissions of the role ${role}`);
