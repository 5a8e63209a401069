import { expect, test } from 'vitest';
import { apiRequest, curlOf } from './curl.js';

const HERE = 'https://weft.example';

test('given a change, then the command has its method, path, version and body, and the session only by its name', async () => {
  const request = apiRequest('delete', '/api/v1/volumes/{id}', { params: { path: { id: 'abc' }, header: { 'If-Match': '"3"' } } });
  expect(await curlOf(request, HERE)).toBe(
    [
      `curl --fail-with-body -X DELETE 'https://weft.example/api/v1/volumes/abc'`,
      '--cookie "weft_session=$WEFT_SESSION"',
      `-H 'If-Match: "3"'`,
    ].join(' \\\n  '),
  );
});

test('given a body with quotes, then the shell takes it as it is', async () => {
  const request = apiRequest('post', '/api/v1/volumes', {
    params: { header: { 'Idempotency-Key': 'k-1' } },
    body: { name: 'x', description: "Olga's" },
  });
  const command = await curlOf(request, HERE);
  expect(command).toContain(`--data '{"name":"x","description":"Olga'\\''s"}'`);
  expect(command).toContain(`-H 'Idempotency-Key: k-1'`);
  expect(command).toContain(`-H 'Content-Type: application/json'`);
});

test('given a query with lists, then they are separated by commas, as the server reads them', async () => {
  const query = { objects: ['volume:a', 'leg:b'], metrics: ['iops'] };
  expect(await curlOf(apiRequest('get', '/api/v1/stats/query', { params: { query } }), HERE)).toContain(
    `'https://weft.example/api/v1/stats/query?objects=volume:a,leg:b&metrics=iops'`,
  );
});
