import pino from 'pino';
import { expect, test } from 'vitest';
import { redact } from './logging.js';

test('redacts secrets in log records', () => {
  let written = '';
  const logger = pino(
    { redact },
    {
      write: (line: string) => {
        written += line;
      },
    },
  );
  const secret = 'hunter2';
  logger.info({
    req: { headers: { cookie: secret, authorization: secret, 'user-agent': 'curl' } },
    res: { headers: { 'set-cookie': secret } },
    body: { password: secret, currentPassword: secret, newPassword: secret, token: secret },
    user: { name: 'joe', passwordHash: secret },
    node: { credential: secret, credentialHash: secret },
    config: { mongodbUri: secret, scrapeToken: secret },
    password: secret,
    token: secret,
  });
  expect(written).toContain('curl');
  expect(written).toContain('joe');
  expect(written).not.toContain(secret);
});
