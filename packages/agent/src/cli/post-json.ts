import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const TIMEOUT_MS = 30_000;
const LONGEST_ANSWER_BYTES = 1 << 20;

/** POST of a JSON body. fetch() of Node 18 does not accept a certificate authority. */
export function postJson(url: URL, body: unknown, ca: string | undefined): Promise<{ status: number; body: unknown }> {
  const text = JSON.stringify(body);
  const options = {
    method: 'POST',
    timeout: TIMEOUT_MS,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    ...(ca === undefined ? {} : { ca }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > LONGEST_ANSWER_BYTES) request.destroy(new Error('the answer is too long to come from a Weft server'));
        chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString('utf8');
        try {
          resolve({ status: response.statusCode ?? 0, body: answer === '' ? null : JSON.parse(answer) });
        } catch (cause) {
          reject(new Error(`the answer (status ${response.statusCode}) is not JSON: is this the address of a Weft server?`, { cause }));
        }
      });
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    request.on('error', reject);
    request.end(text);
  });
}
