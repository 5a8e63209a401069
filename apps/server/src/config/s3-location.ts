/** A part of a bucket, and how to reach it. */
export interface S3Location {
  /** Origin of the store: https://s3.example.com */
  endpoint: string;
  bucket: string;
  /** Start of the keys: empty, or with a slash at its end. */
  prefix: string;
}

/** Names of buckets as S3 defines them ("Bucket naming rules" of Amazon S3), without dots, which TLS certificates of a store may not cover. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Reads `https://endpoint/bucket/prefix`. Undefined: it does not name a bucket, or has more than that (user, query). */
export function s3LocationOf(text: string): S3Location | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text);
  const [bucket = '', ...rest] = decodeURIComponent(pathname).split('/').slice(1);
  const folders = rest.filter((part) => part !== '');
  if (!['http:', 'https:'].includes(protocol) || !BUCKET.test(bucket) || username || password || search || hash) return undefined;
  if (folders.some((part) => part === '.' || part === '..')) return undefined;
  return { endpoint: origin, bucket, prefix: folders.map((part) => `${part}/`).join('') };
}

/** Shown to people. */
export const s3Place = ({ bucket, prefix }: S3Location): string => `s3://${bucket}/${prefix}`.replace(/\/$/, '');
