import { readFile, stat } from 'node:fs/promises';
import { nameSchema } from '@weft/shared/identity';
import { MAX_ZONES } from '@weft/shared/kinds/zones/zone';
import { z } from 'zod';
import { ConfigError } from '../../config/load-config.js';
import { isSameSecret, newToken, tokenHash } from '../../core/secrets/secrets.js';

const readerSchema = z.strictObject({
  name: nameSchema,
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of a token (64 hexadecimal digits)'),
  expiresAt: z.iso.datetime(),
  /** Names of the zones that the reader sees; the others do not exist for it. Absent: all. */
  zones: z.array(nameSchema).min(1).max(MAX_ZONES).optional(),
});
export type Reader = z.output<typeof readerSchema>;
const readersSchema = z.strictObject({ readers: z.array(readerSchema).max(1000) });

/** The file is looked at again at most so often. */
const LOOK_AGAIN_MS = 1000;
/** Nobody guesses a token of 256 bits; a text of another length is not even hashed. */
const MOST_TOKEN_CHARACTERS = 512;

/** A new token, and its entry for the file of readers, which never holds the token. */
export function newReader(name: string, days: number, zones?: string[], now = new Date()): { token: string; reader: Reader } {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + days * 86_400_000).toISOString();
  return { token, reader: readerSchema.parse({ name, tokenHash: tokenHash(token), expiresAt, ...(zones ? { zones } : {}) }) };
}

/** The reader of a token; undefined: unknown or expired. It compares with every entry, each in constant time. */
export function readerOf(readers: readonly Reader[], token: string, now: Date): Reader | undefined {
  if (token.length > MOST_TOKEN_CHARACTERS) return undefined;
  const hash = tokenHash(token);
  let found: Reader | undefined;
  for (const reader of readers) if (isSameSecret(reader.tokenHash, hash)) found = reader;
  return found && Date.parse(found.expiresAt) > now.getTime() ? found : undefined;
}

/** The file of readers. It is read again when it changes; a file that becomes unusable admits nobody, and the reason is logged. */
export class Readers {
  private readers: readonly Reader[] = [];
  private readAs = '';
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly file: string,
    private readonly complain: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ConfigError when the file cannot be used */
  async load(): Promise<void> {
    let value: unknown;
    const { mtimeMs, size, ino } = await stat(this.file).catch((cause: Error) => {
      this.readAs = '';
      throw new ConfigError(`readersFile: ${cause.message}. Make it with: weft-server federate-token --name NAME --days DAYS`, { cause });
    });
    const readAs = `${mtimeMs}/${size}/${ino}`;
    if (readAs === this.readAs) return;
    // Whatever follows, the content before no longer counts.
    this.readers = [];
    this.readAs = readAs;
    try {
      value = JSON.parse(await readFile(this.file, 'utf8'));
    } catch (cause) {
      throw new ConfigError(`readersFile ${this.file}: ${(cause as Error).message}`, { cause });
    }
    const parsed = readersSchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new ConfigError(`readersFile ${this.file}: ${issue?.path.map(String).join('.') || 'the file'}: ${issue?.message}`);
    }
    this.readers = parsed.data.readers;
  }

  /** The reader of a token; undefined: unknown, expired, or the file cannot be used. */
  async find(token: string): Promise<Reader | undefined> {
    const now = this.now();
    if (now - this.lookedAt >= LOOK_AGAIN_MS) {
      this.lookedAt = now;
      try {
        await this.load();
      } catch (error) {
        this.readers = [];
        this.complain(error);
      }
    }
    return readerOf(this.readers, token, new Date(now));
  }
}
