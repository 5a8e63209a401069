import type { Role } from '@weft/shared/kinds/user';

export const roleWords: Record<Role, string> = {
  viewer: 'sees everything, changes nothing',
  operator: 'also manages volumes, drives and nodes',
  administrator: 'also manages users, settings, enrollment, and accepts data loss',
};
