import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process belongs to another user, or has just ended. */
const notOurs = (error) => ['EACCES', 'EPERM', 'ENOENT', 'ESRCH'].includes(error.code);

function readOr(read, otherwise) {
  try {
    return read();
  } catch (error) {
    if (notOurs(error)) return otherwise;
    throw error;
  }
}

/** Whether the process has one of these sockets open. */
export const hasSocket = (pid, inodes) =>
  readOr(() => readdirSync(`/proc/${pid}/fd`), []).some((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(readOr(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''))?.[1];
    return inode !== undefined && inodes.has(inode);
  });

/** The command line of a process; its name in brackets when it has none (proc(5)). */
function commandOf(pid) {
  const words = readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
    .split('\0')
    .filter(Boolean);
  return words.length > 0 ? words.join(' ').slice(0, 200) : `[${readOr(() => readFileSync(`/proc/${pid}/comm`, 'utf8'), '').trim()}]`;
}

/**
 * The process that has one of these sockets open.
 * @param {Set<string>} inodes as /proc/net/tcp and /proc/net/unix name sockets
 * @returns {{pid: number, command: string} | undefined} undefined also when only root can see it
 */
export function socketOwner(inodes) {
  const pids = inodes.size === 0 ? [] : readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => hasSocket(candidate, inodes));
  return pid === undefined ? undefined : { pid: Number(pid), command: commandOf(pid) };
}

/** Text for a sentence: "process 4711 (node server.js)". */
export const ownerText = (owner) =>
  owner ? `process ${owner.pid} (${owner.command})` : 'a process of another user (root sees it: `ss -ltnpx`)';
