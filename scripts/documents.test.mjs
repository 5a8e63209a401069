import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commands as serverCommands } from '../apps/server/src/cli/arguments.ts';
import { COMMANDS as agentCommands } from '../packages/agent/src/cli/arguments.ts';
import { allCommands } from '../packages/cli/src/commands/all.ts';
import { findCommand } from '../packages/cli/src/run/find.ts';
import { makeTable } from '../packages/cli/src/table/make-table.ts';
import { root } from './setup.mjs';
import { parseOptions } from './start/options.mjs';

/*
 * README and docs: the commands that they tell a reader to type exist, each block of commands is run by a test or marked as not run, and links resolve.
 */

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  ...filesUnder('docs').filter((file) => file.endsWith('.md')),
];
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
const labSources = filesUnder('e2e/lab').map((file) => readFileSync(join(root, file), 'utf8'));

function filesUnder(folder) {
  const files = readdirSync(join(root, folder), { recursive: true }).filter((file) => /\.(md|ts)$/.test(file));
  return files.map((file) => `${folder}/${file}`);
}

const read = (document) => readFileSync(join(root, document), 'utf8');

/** Code in blocks and in sentences: prose may mention "npm start" of another project. */
const codeOf = (text) => [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(([, block, inline]) => block ?? inline);

test.each(documents)('each npm script, command and option that %s names exists', (document) => {
  for (const code of codeOf(read(document))) {
    for (const [, script] of code.matchAll(/\bnpm run ([a-z:]+)\b(?! -w)/g)) expect(Object.keys(scripts), code).toContain(script);
    for (const [, script] of code.matchAll(/\bnpm (start|test)\b/g)) expect(Object.keys(scripts), code).toContain(script);
    for (const [, command] of code.matchAll(/\bweft-server ((?:mongodb|audit) [a-z]+|[a-z][a-z-]+)/g))
      expect(serverCommands, code).toContain(command);
    for (const [, command] of code.matchAll(/\bweft-agent ([a-z][a-z-]+)/g)) expect(agentCommands, code).toContain(command);
    for (const [, words] of code.matchAll(/^(?:[A-Z_]+=\S+ )*weft ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/gm))
      expect(weftCommand(words), code).toBeDefined();
    for (const [, options] of code.matchAll(/\bnpm start -- (--[^\n#]*)/g)) expect(() => parseOptions(placed(options)), code).not.toThrow();
  }
});

const weft = allCommands(makeTable());
/** A command, or a noun alone, which shows its commands. */
const weftCommand = (words) => findCommand(weft, words.split(' ')).command ?? weft.find((each) => each.words[0] === words);

/** Replaces words in capitals, which stand for a reader's own values. */
const placed = (options) =>
  options
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^URI$/, 'mongodb://host/').replace(/^N$/, '4500'));

test.each(documents)('each block of commands in %s is run by a test or marked as not run', (document) => {
  const text = read(document);
  for (const { 0: block, 1: commands, index } of text.matchAll(/```sh\n([\s\S]*?)```/g)) {
    const before = text.slice(0, index).trimEnd().split('\n').at(-1);
    const section =
      text
        .slice(0, index)
        .split('\n')
        .findLast((line) => line.startsWith('#')) ?? '';
    const ranBy = /<!-- run by: (\S+) -->/.exec(before)?.[1];
    const named = /^# block: (\S+)$/m.exec(commands)?.[1];
    const run = (ranBy && existsSync(join(root, ranBy))) || (named && labSources.some((source) => source.includes(`'${named}'`)));
    const marked = /not run/i.test(`${commands}\n${section}`);
    expect(run || marked, `${document}:\n${block}`).toBeTruthy();
  }
});

test.each(documents)('each link of %s leads to a file', (document) => {
  for (const [, target] of read(document).matchAll(/\]\((?!https?:)([^)#\s]+)/g))
    expect(existsSync(join(root, dirname(document), target)), `${document}: ${target}`).toBe(true);
});

/** Anchors that GitHub gives to the headings of a page. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('each link of %s to a heading names one that the page has', (document) => {
  for (const [link, target, anchor] of read(document).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g))
    expect(anchorsOf(target ? readFileSync(join(root, dirname(document), target), 'utf8') : read(document)), link).toContain(anchor);
});

/** Files of this checkout, relative to its root; a page may name the end of a path. `<noun>` and `*` stand for any name. */
const sources = ['apps', 'packages', 'dashboards', 'e2e', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => !file.includes('node_modules/') && /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `/${folder}/${file}`),
);

test.each(documents)('each source file that %s names exists', (document) => {
  for (const [, path] of read(document).matchAll(/`([^`\s<*…]+\.(?:ts|tsx|mjs))`/g))
    expect(sources.some((file) => file.endsWith(`/${path}`)) || existsSync(join(root, path)), `${document}: ${path}`).toBe(true);
});

/** `npm run build` makes bundles. */
const inSources = (path) =>
  /\.d\.ts$|weft-[a-z-]+\.mjs$/.test(path) || existsSync(join(root, path)) || sources.some((file) => file.endsWith(`/${path}`));

test('each source file that a comment names exists', () => {
  const missing = sources
    .filter((file) => !/\/dist\/|\/documents\.test\.mjs$|\/folder-cycles\.test\.mjs$/.test(file))
    .flatMap((file) => {
      const comments = readFileSync(join(root, file), 'utf8').matchAll(/^\s*(?:\/\*|\*|\/\/).*$/gm);
      const named = [...comments].flatMap(([line]) => [...line.matchAll(/(?<![\w/.-])[\w/-][\w./-]*\.(?:ts|tsx|mjs)\b/g)]);
      return named.filter(([path]) => !inSources(path)).map(([path]) => `${file}: ${path}`);
    });
  expect(missing).toEqual([]);
});
