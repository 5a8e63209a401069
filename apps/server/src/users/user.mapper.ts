import type { User } from '@weft/shared/kinds/user';
import type { UserDocument } from '../core/auth/user.document.js';

export const toUser = ({ _id, version, createdAt, updatedAt, name, role }: UserDocument): User => ({
  id: _id,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  name,
  role,
});
