import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ControlPlane } from './control-plane.js';

const file = fileURLToPath(new URL('../../../docs/recordings/kubernetes.txt', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** What differs from run to run, each with as many characters as its replacement. */
const changing = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\bcsi-[0-9a-f]{16,64}\b/g;

/** Commands of kubectl and what they print. Names that differ from run to run are replaced, so that only a change of the product changes the file. */
export class Recording {
  private readonly lines: string[] = [];
  private readonly names = new Map<string, string>();

  constructor(private readonly plane: ControlPlane) {}

  async kubectl(...words: string[]): Promise<void> {
    const printed = await this.plane.kubectl(...words);
    const shown = words.map((word) => word.replace(root, ''));
    this.lines.push(
      `$ kubectl ${shown.join(' ')}`,
      ...printed
        .trimEnd()
        .split('\n')
        .map((line) => this.stable(line)),
      '',
    );
  }

  private stable(line: string): string {
    const named = line.replaceAll(changing, (name) => {
      const known = this.names.get(name);
      if (known) return known;
      const number = String(this.names.size + 1);
      const prefix = name.startsWith('csi-') ? 'csi-' : '';
      const replacement = `${prefix}${number.padStart(name.length - prefix.length, '0')}`;
      this.names.set(name, replacement);
      return replacement;
    });
    // The last column is the age.
    return named.replace(/ +(AGE|(\d+[smh])+) *$/, '');
  }

  async write(): Promise<void> {
    await writeFile(file, this.lines.join('\n'));
  }
}
