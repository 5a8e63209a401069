import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { ownerText, socketOwner } from './socket-owner.mjs';

/** Real path of a folder that may not exist yet. */
function trueName(folder) {
  const path = resolve(folder);
  return existsSync(path) || path === dirname(path) ? realpathSync(path) : join(trueName(dirname(path)), basename(path));
}

/** Inode of the socket: the seventh field of net/unix (proc(5)). An abstract name begins with @, and Node 20 pads it with more @. */
function socketNamed(name) {
  const line = readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find((fields) => fields[7]?.replace(/@+$/, '') === `@${name}`);
  return new Set(line ? [line[6]] : []);
}

/**
 * Reserves a folder for this process until it ends, however it ends: the lock is a socket in the kernel's abstract namespace (unix(7)),
 * which leaves no file behind. It is valid within one network namespace, that is on one machine or in one container.
 * @param {string} folder need not exist yet
 * @param {string} what runs in it, for the error
 * @returns {Promise<() => Promise<void>>} releases it
 * @throws {Error} naming the process that has it
 */
export async function lockFolder(folder, what) {
  const path = trueName(folder);
  const name = `weft-folder-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  const server = createServer((socket) => socket.destroy());
  const error = await new Promise((settle) => {
    server.once('error', settle);
    server.listen(`\0${name}`, () => settle(undefined));
  });
  if (error?.code === 'EADDRINUSE')
    throw new Error(`${path} is used by ${ownerText(socketOwner(socketNamed(name)))}: it runs ${what}. End it first.`);
  if (error) throw error;
  server.unref();
  return () => new Promise((settle) => server.close(() => settle()));
}
