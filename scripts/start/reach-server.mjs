import { get } from 'node:http';
import { get as getOverTls } from 'node:https';

/**
 * Plain HTTP as long as only this machine can connect: a browser would warn of a certificate that nobody has installed yet.
 * @param {NodeJS.ProcessEnv} environment
 */
export function servesPlainHttp({
  WEFT_INSECURE_HTTP: insecure,
  WEFT_TLS_CERTIFICATE: certificate,
  WEFT_LISTEN_ADDRESS: address = '127.0.0.1',
}) {
  if (certificate) return false;
  if (insecure) return ['true', '1'].includes(insecure.toLowerCase());
  return address === '::1' || address.startsWith('127.');
}

/** A server that does not listen yet is not ready. The caller knows by its process that it is the right one: the certificate is not verified. */
export function answersReady(url) {
  return new Promise((resolve) => {
    const options = { timeout: 5000, rejectUnauthorized: false };
    const request = (url.startsWith('https:') ? getOverTls : get)(`${url}/readyz`, options, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
