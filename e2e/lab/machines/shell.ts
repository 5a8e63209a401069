/**
 * A person's shell on a machine: bridges this terminal, in raw mode, to the guest's second serial line. Ctrl-] ends it.
 *   attachShell(machineDirectory): Promise<void>
 */
import { connect } from 'node:net';
import { machinePaths } from './qemu-arguments.js';

const endKey = 0x1d;

export async function attachShell(machineDirectory: string): Promise<void> {
  const socket = connect(machinePaths(machineDirectory).shell);
  const { stdin, stdout } = process;
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (cause) => {
        reject(new Error(`No machine runs in ${machineDirectory}: start the lab first`, { cause }));
      });
      socket.once('close', () => {
        resolve();
      });
      socket.once('connect', () => {
        stdout.write('Connected. Ctrl-] leaves, the machine goes on.\r\n');
        if (stdin.isTTY) stdin.setRawMode(true);
        stdin.on('data', (keys: Buffer) => {
          if (keys.includes(endKey)) socket.destroy();
          else socket.write(keys);
        });
        stdin.once('end', () => {
          socket.end();
        });
        socket.on('data', (text) => {
          stdout.write(text);
        });
        socket.write(`stty rows ${stdout.rows || 24} cols ${stdout.columns || 80}\n`);
      });
    });
  } finally {
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.pause();
  }
}
