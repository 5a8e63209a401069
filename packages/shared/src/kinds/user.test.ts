import { expect, it } from 'vitest';
import { DRILL_SCHEDULE } from './drills/drill.js';
import { RESERVED_NAMES, userCreateSchema } from './user.js';

const create = (name: string) => userCreateSchema.safeParse({ name, role: 'viewer', password: 'correct horse battery' });

it('refuses a user whose name the audit or a list has where no user acted', () => {
  expect(RESERVED_NAMES).toContain(DRILL_SCHEDULE);
  for (const name of RESERVED_NAMES) expect(create(name).error?.issues[0]?.message).toContain('is reserved');
  expect(create('schedules').success).toBe(true);
});
