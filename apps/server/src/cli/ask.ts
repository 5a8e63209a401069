import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal. @returns true for `yes`; false for anything else, and at the end of the input. */
export async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const end = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return (await Promise.race([lines.question(question), end])).trim() === 'yes';
  } finally {
    lines.close();
  }
}
