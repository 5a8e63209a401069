import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

it('keeps zod from compiling its checks, which the Content-Security-Policy forbids', () => {
  // zod reads its settings once a process, and the other tests of this process use zod too.
  const program = `${readFileSync(here('zod-config.ts'), 'utf8')}
    const { config } = await import('zod');
    console.log(JSON.stringify(config()));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: here('.'), encoding: 'utf8' });
  expect(JSON.parse(printed)).toMatchObject({ jitless: true });
});
