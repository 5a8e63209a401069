import { Secret, TOTP } from 'otpauth';

/** What every authenticator app knows: SHA-1, six digits, 30 s (RFC 6238, and the "Key Uri Format" of Google Authenticator). */
const STEP_MS = 30_000;
/** Codes of the step before and of the step after count too: the clock of the app may differ (RFC 6238, 5.2). */
const WINDOW = 1;
/** RFC 4226, 4, R6: 160 bits. */
const SECRET_BYTES = 20;

const ISSUER = 'Weft';

const totpOf = (secret: string, label = '', issuer = ISSUER) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 });

/** In base32 (RFC 4648). */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The otpauth:// URI of a secret. The app shows the host of `publicUrl`, so that users recognize the cluster. */
export const totpUri = (secret: string, userName: string, publicUrl: string | null): string =>
  totpOf(secret, userName, publicUrl === null ? ISSUER : `${ISSUER} ${new URL(publicUrl).hostname}`).toString();

/** The time step whose code this is, or null: of none near `at` (milliseconds of Unix time). */
export function totpStepOf(secret: string, code: string, at: number): number | null {
  if (!isTotpCode(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: WINDOW });
  return delta === null ? null : Math.floor(at / STEP_MS) + delta;
}

export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);
