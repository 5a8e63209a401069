import { expect, test } from 'vitest';
import { apiRequest, curlOf } from './curl.js';

const HERE = 'https://weft.example';

test('renders the method, URL and version of a change, with the session as a shell variable', async () => {
  const request = apiRequest('delete', '/api/v1/volumes/{id}', { params: { path: { id: 'abc' }, header: { 'If-Match': '"3"' } } });
  expect(await curlOf(request, HERE)).toBe(
    [
      `curl --fail-with-body -X DELETE 'https://weft.example/api/v1/volumes/abc'`,
      '--cookie "weft_session=$WEFT_SESSION"',
      `-H 'If-Match: "3"'`,
    ].join(' \\\n  '),
  );
});

test('escapes quotes in a body for the shell', async () => {
  const request = apiRequest('post', '/api/v1/volumes', {
    params: { header: { 'Idempotency-Key': 'k-1' } },
    body: { name: 'x', description: "Olga's" },
  });
  const command = await curlOf(request, HERE);
  expect(command).toContain(`--data '{"name":"x","description":"Olga'\\''s"}'`);
  expect(command).toContain(`-H 'Idempotency-Key: k-1'`);
  expect(command).toContain(`-H 'Content-Type: application/json'`);
});

test('separates the values of a list in a query with commas', async () => {
  const query = { objects: ['volume:a', 'leg:b'], metrics: ['iops'] };
  expect(await curlOf(apiRequest('get', '/api/v1/stats/query', { params: { query } }), HERE)).toContain(
    `'https://weft.example/api/v1/stats/query?objects=volume:a,leg:b&metrics=iops'`,
  );
});
