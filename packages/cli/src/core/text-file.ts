import { readFileSync } from 'node:fs';
import { Failure } from './failure.js';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
};

/** Text of a file that the command line names; 0 is standard input. @throws Failure */
export function readTextFile(path: string | 0): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Failure('usage', `${path === 0 ? 'Standard input' : path} cannot be read: ${REASONS[code] ?? message}.`, undefined, {
      cause: error,
    });
  }
}
