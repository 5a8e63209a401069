import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const collection = here('../../packages/ansible');

/** Result of one task for one item, as packages/ansible/tests/plugins/callback/results.py writes it. */
export interface TaskResult {
  task: string;
  outcome: 'ok' | 'changed' | 'failed' | 'skipped' | 'unreachable';
  msg?: string;
  code?: string;
  diff?: unknown;
  [field: string]: unknown;
}

export interface Played {
  code: number;
  results: TaskResult[];
  /** Everything that Ansible printed. */
  output: string;
}

/** Ansible of the set-up, with the collection of this checkout alone, in a folder of its own. */
export class AnsibleCommand {
  private constructor(
    readonly directory: string,
    private readonly env: Record<string, string>,
  ) {}

  static async inOwnFolder(env: Record<string, string> = {}): Promise<AnsibleCommand> {
    const directory = await mkdtemp(join(tmpdir(), 'weft-ansible-'));
    await mkdir(join(directory, 'collections/ansible_collections/weft'), { recursive: true });
    await symlink(collection, join(directory, 'collections/ansible_collections/weft/storage'));
    return new AnsibleCommand(directory, {
      PATH: process.env.PATH ?? '',
      HOME: directory,
      LC_ALL: 'C.UTF-8',
      PYTHONPATH: here('../../.cache/ansible'),
      PYTHONDONTWRITEBYTECODE: '1',
      ANSIBLE_HOME: join(directory, 'home'),
      ANSIBLE_COLLECTIONS_PATH: join(directory, 'collections'),
      ANSIBLE_CALLBACK_PLUGINS: join(collection, 'tests/plugins/callback'),
      ANSIBLE_CONNECTION_PLUGINS: join(collection, 'tests/plugins/connection'),
      ANSIBLE_STDOUT_CALLBACK: 'results',
      ANSIBLE_LOCALHOST_WARNING: 'false',
      ANSIBLE_INVENTORY_UNPARSED_WARNING: 'false',
      ANSIBLE_RETRY_FILES_ENABLED: 'false',
      ANSIBLE_NOCOLOR: 'true',
      ...env,
    });
  }

  /** Runs a program of Ansible: `playbook`, `doc`, `galaxy`. */
  run(program: string, words: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) => {
      const options = { env: { ...this.env, ...env }, cwd: this.directory, maxBuffer: 2 ** 26 };
      execFile('python3', ['-m', 'ansible', program, ...words], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  }

  /** Runs a program of Python with Ansible and the collection. */
  python(program: string, words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) => {
      const env = { ...this.env, PYTHONPATH: `${this.env.PYTHONPATH}:${join(this.directory, 'collections')}` };
      execFile('python3', [program, ...words], { env, cwd: this.directory }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  }

  /** Runs a playbook. @param text YAML */
  async play(text: string, words: readonly string[] = [], env: Record<string, string> = {}): Promise<Played> {
    const file = join(this.directory, 'playbook.yml');
    await writeFile(file, text);
    const { code, out, err } = await this.run('playbook', [file, ...words], env);
    const results = out
      .split('\n')
      .filter((line) => line.startsWith('{"task"'))
      .map((line) => JSON.parse(line) as TaskResult);
    return { code, results, output: `${out}\n${err}` };
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}
