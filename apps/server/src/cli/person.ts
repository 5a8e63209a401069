import { createInterface } from 'node:readline';

/** Asks the person at the terminal. Questions go to the standard error: the standard output holds only results. */
export class Person {
  private readonly lines = createInterface({ input: process.stdin });
  private readonly answers = this.lines[Symbol.asyncIterator]();

  /** @returns true for `yes`; false for anything else, and at the end of the input */
  async agrees(question: string): Promise<boolean> {
    process.stderr.write(question);
    const answer = await this.answers.next();
    return !answer.done && answer.value.trim() === 'yes';
  }

  leave(): void {
    this.lines.close();
  }
}
