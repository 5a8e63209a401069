import { expect, it } from 'vitest';
import { isSafe, plainHttpWarning } from './plain-http.js';

it('treats https and loopback as safe, but not names that only begin like loopback', () => {
  expect(['https://weft.example:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000', 'http://localhost:4000'].map(isSafe)).not.toContain(
    false,
  );
  expect(['http://10.0.2.2:4000', 'http://127.0.0.1.example', 'http://localhost.example', 'http://weft'].map(isSafe)).not.toContain(true);
});

it('warns about a server that is reached over plain HTTP', () => {
  expect(plainHttpWarning(['https://a', 'http://127.0.0.1:1'])).toBeNull();
  expect(plainHttpWarning(['https://a', 'http://b:4000'])).toContain('http://b:4000');
});
