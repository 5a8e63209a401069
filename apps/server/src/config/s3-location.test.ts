import { expect, it } from 'vitest';
import { s3LocationOf, s3Place } from './s3-location.js';

it.each([
  ['https://s3.example.com/backups', 'https://s3.example.com', 'backups', '', 's3://backups'],
  ['http://10.0.0.5:8333/weft/', 'http://10.0.0.5:8333', 'weft', '', 's3://weft'],
  ['https://s3.eu-1.example.com/weft/site-a/db', 'https://s3.eu-1.example.com', 'weft', 'site-a/db/', 's3://weft/site-a/db'],
])('reads endpoint, bucket and prefix of %s', (text, endpoint, bucket, prefix, place) => {
  const location = s3LocationOf(text);
  expect(location).toEqual({ endpoint, bucket, prefix });
  expect(location && s3Place(location)).toBe(place);
});

it.each(['s3://backups', 'https://s3.example.com', 'https://s3.example.com/UPPER', 'https://key:secret@s3.example.com/backups', 'no'])(
  'refuses %s, which names no bucket of an endpoint',
  (text) => expect(s3LocationOf(text)).toBeUndefined(),
);
