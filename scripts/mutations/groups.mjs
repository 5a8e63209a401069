import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Safety code and the unit tests that judge its mutants: those of its own folders take a second together. Slower ones of the agent's loop would find more. */
const groups = [
  {
    name: 'agent',
    code: ['packages/agent/src/plan', 'packages/agent/src/ledger'],
    tests: ['packages/agent/src/plan', 'packages/agent/src/ledger'],
  },
  {
    name: 'server',
    code: [
      ...['legs', 'reconcile', 'world', 'jobs', 'placement/placement'].map((room) => `apps/server/src/domain/${room}`),
      'apps/server/src/core/leases',
    ],
    tests: ['apps/server/src/domain', 'apps/server/src/core/leases'],
  },
];

const isCode = (name) => name.endsWith('.ts') && !/\.(test|fixture|module)\.ts$/.test(name);
const isTest = (name) => name.endsWith('.test.ts') && !/\.(medium|lab|browser)\.test\.ts$/.test(name);
const list = (root, folder, wanted) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? list(root, path, wanted) : wanted(entry.name) ? [path] : [];
    })
    .sort();

/** Accepts a prefix of files (`…/volumes/placement`) or a folder. */
function filesOf(root, path) {
  const at = path.lastIndexOf('/');
  const [parent, prefix] = [path.slice(0, at), path.slice(at + 1)];
  const isFolder = readdirSync(join(root, parent), { withFileTypes: true }).some((each) => each.isDirectory() && each.name === prefix);
  if (isFolder) return list(root, path, isCode);
  return list(root, parent, isCode).filter((file) => file.startsWith(path) && !file.slice(path.length).includes('/'));
}

/** Groups that have code to mutate: files of `only`, or all their files. */
export const groupsOf = (root, only = []) =>
  groups
    .map(({ name, code, tests }) => ({
      name,
      code: code.flatMap((path) => filesOf(root, path)).filter((file) => only.length === 0 || only.includes(file)),
      tests: tests.flatMap((folder) => list(root, folder, isTest)),
    }))
    .filter(({ code }) => code.length > 0);
