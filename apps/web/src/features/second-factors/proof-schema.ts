import { factorCodeSchema, factorProofSchema, passwordProofSchema, securityKeyNameSchema } from '@weft/shared/kinds/access/second-factor';
import { z } from 'zod';

export interface Proof {
  currentPassword: string;
  code: string;
}
export const EMPTY_PROOF: Proof = { currentPassword: '', code: '' };

const { currentPassword } = passwordProofSchema.shape;
/** The form of changes that need the password alone keeps the code empty. */
export const passwordFormSchema = z.object({ currentPassword, code: z.string() });
export const passwordAndCodeFormSchema = z.object(factorProofSchema.shape);
export const newKeyFormSchema = z.object({ name: securityKeyNameSchema, currentPassword });
export const codeFormSchema = z.object({ code: factorCodeSchema });
