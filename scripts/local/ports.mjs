import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hasSocket, ownerText, socketOwner } from './socket-owner.mjs';

/** Unprivileged ports on the WHATWG's list (Fetch, "Port blocking"): fetch and browsers refuse to connect to them. */
const refusedByFetch = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];
/** Range of unprivileged ports. */
const [least, most] = [1024, 65_535];

/**
 * Parses a command-line port that one of our servers can use.
 * @throws {Error} with the accepted values
 */
export function portFromText(option, text) {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= least && port <= most)) throw new Error(`${option} needs a whole number from ${least} to ${most}, not "${text}".`);
  if (refusedByFetch.includes(port))
    throw new Error(
      `${option} ${port}: browsers and Node's fetch refuse this port (https://fetch.spec.whatwg.org/#port-blocking). Choose another.`,
    );
  return port;
}

/** proc(5), net/tcp: state 0A is LISTEN. */
const LISTEN = '0A';

/** Inodes of the sockets that listen on a port. @param {string} table /proc/net/tcp or tcp6 */
export function listeningSockets(table, port) {
  const lines = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  return new Set(lines.filter(([, address, , state]) => state === LISTEN && address.endsWith(`:${local}`)).map((fields) => fields[9]));
}

function socketsOn(port) {
  const tables = ['tcp', 'tcp6'].map((name) => {
    try {
      return readFileSync(`/proc/net/${name}`, 'utf8');
    } catch (error) {
      if (error.code === 'ENOENT') return ''; // a kernel without IPv6
      throw error;
    }
  });
  return new Set(tables.flatMap((table) => [...listeningSockets(table, port)]));
}

/** The process that listens on a port of this machine. @returns {{pid: number, command: string} | undefined} */
export const portOwner = (port) => socketOwner(socketsOn(port));

/** Whether this process listens on the port. */
export const processListens = (pid, port) => hasSocket(pid, socketsOn(port));

/** Why one of our servers cannot listen on a loopback port, and what to do. @param {string} another the command with another port */
export async function portProblem(port, another) {
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
  if (!error) return undefined;
  const remedy = `give another: ${another}`;
  if (error.code !== 'EADDRINUSE') return `Port ${port} cannot be used (${error.code}): ${remedy}`;
  return `Port ${port} is in use by ${ownerText(portOwner(port))}.\n  End it, or ${remedy}`;
}
