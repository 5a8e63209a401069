import { z } from 'zod';
import { idSchema, lineSchema } from '../../identity.js';
import { factorKinds } from '../user.js';

/** What can answer the second step of a login. */
const answerKinds = [...factorKinds, 'recovery-code'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** What users may do with local users that have no second factor. */
export const secondFactorRules = ['optional', 'required'] as const;

/** A code of the app, or a recovery code; spaces and dashes do not count. */
export const factorCodeSchema = z.string().min(6).max(40).meta({ description: 'Code of the authenticator app, or a recovery code.' });
const currentPassword = z.string().max(256);
const challenge = z.string().max(64);

/** Objects of the Web Authentication API in JSON (WebAuthn level 3, 5.1.8 ff.). */
const browserJson = (description: string) => z.record(z.string(), z.unknown()).meta({ description });

/** Part of the 401 `second-factor-required` that answers a right password. */
export const secondFactorWantedSchema = z
  .strictObject({
    challenge: z.string().meta({ description: 'For POST /api/v1/login/second-factor: once, within minutes, and for nothing else.' }),
    kinds: z.array(z.enum(answerKinds)),
    expiresAt: z.iso.datetime(),
    publicKey: browserJson(
      'What `navigator.credentials.get` needs (PublicKeyCredentialRequestOptionsJSON). Absent: no security key.',
    ).optional(),
  })
  .meta({ id: 'SecondFactorWanted' });
export type SecondFactorWanted = z.infer<typeof secondFactorWantedSchema>;

export const secondFactorLoginSchema = z
  .strictObject({
    challenge,
    code: factorCodeSchema.optional(),
    assertion: browserJson('Answer of a security key (AuthenticationResponseJSON).').optional(),
  })
  .refine(({ code, assertion }) => (code === undefined) !== (assertion === undefined), 'must have a code or an assertion')
  .meta({ id: 'SecondFactorLogin' });

/** Changes of second factors ask for the password again. */
export const passwordProofSchema = z.strictObject({ currentPassword }).meta({ id: 'PasswordProof' });
export const factorProofSchema = z.strictObject({ currentPassword, code: factorCodeSchema }).meta({ id: 'FactorProof' });
export const totpConfirmSchema = z.strictObject({ code: factorCodeSchema }).meta({ id: 'TotpConfirm' });

export const securityKeySchema = z
  .strictObject({ id: idSchema, name: z.string(), createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() })
  .meta({ id: 'SecurityKey' });
export type SecurityKey = z.infer<typeof securityKeySchema>;
export const MOST_SECURITY_KEYS = 10;
export const securityKeyNameSchema = lineSchema(64, z.string().trim().min(1));
export const securityKeyStartedSchema = z
  .strictObject({ publicKey: browserJson('What `navigator.credentials.create` needs (PublicKeyCredentialCreationOptionsJSON).') })
  .meta({ id: 'SecurityKeyStarted' });
export const securityKeyConfirmSchema = z
  .strictObject({ name: securityKeyNameSchema, credential: browserJson('What the browser returned (RegistrationResponseJSON).') })
  .meta({ id: 'SecurityKeyConfirm' });

export const ownSecondFactorsSchema = z
  .strictObject({
    totp: z.strictObject({ since: z.iso.datetime() }).nullable().meta({ description: 'The authenticator app. Null: none.' }),
    securityKeys: z.array(securityKeySchema),
    recoveryCodesLeft: z.int(),
    required: z.boolean().meta({ description: 'The setting `secondFactor` asks every local user for one.' }),
  })
  .meta({ id: 'OwnSecondFactors' });
export type OwnSecondFactors = z.infer<typeof ownSecondFactorsSchema>;

/** Shown once. Nothing counts until a first code confirms it. */
export const totpStartedSchema = z
  .strictObject({
    secret: z.string().meta({ description: 'Base32 (RFC 4648), for typing.' }),
    uri: z.string().meta({ description: 'The same as an otpauth:// URI, for a QR code.' }),
    expiresAt: z.iso.datetime().meta({ description: 'Confirm it with a code by then.' }),
  })
  .meta({ id: 'TotpStarted' });
export type TotpStarted = z.infer<typeof totpStartedSchema>;

export const recoveryCodesSchema = z
  .strictObject({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Each logs in once in place of a second factor. Shown only here. Empty: those before stay.' }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
