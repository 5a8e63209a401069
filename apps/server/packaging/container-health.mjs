// The health check of the container image: exit code 0 when the server of this container answers /healthz.
import { get } from 'node:http';
import { get as getOverTls } from 'node:https';

const { WEFT_LISTEN_PORT: port = '4000', WEFT_TLS_CERTIFICATE: certificate, WEFT_INSECURE_HTTP: insecure = 'false' } = process.env;
const isPlain = !certificate && ['true', '1'].includes(insecure.toLowerCase());
// The certificate names the server for its clients, not for this process on the same host.
const options = { host: '127.0.0.1', port, path: '/healthz', timeout: 4000, rejectUnauthorized: false };
const request = (isPlain ? get : getOverTls)(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.on('timeout', () => request.destroy(new Error('no answer within 4 s')));
request.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
