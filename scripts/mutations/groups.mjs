import { existsSync, readdirSync } from 'node:fs';
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
      ...['legs', 'reconcile', 'world', 'repair', 'requests', 'drive', 'placement/placement', 'job-views', 'attachment', 'epoch'].map(
        (part) => `apps/server/src/domain/${part}`,
      ),
      ...['leg-orders', 'attachment-orders'].map((part) => `apps/server/src/domain/store/orders/${part}`),
      ...['core/leases', 'reconcile/work-queue'].map((part) => `apps/server/src/${part}`),
      'packages/shared/src/load',
    ],
    tests: [...['domain', 'core/leases', 'reconcile/work-queue'].map((part) => `apps/server/src/${part}`), 'packages/shared/src/load'],
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

/** Files of a folder, or files whose path begins with a prefix (`…/placement/placement`). @throws when there is none: the code has moved. */
function filesOf(root, path, wanted) {
  const at = path.lastIndexOf('/');
  const [parent, prefix] = [path.slice(0, at), path.slice(at + 1)];
  const inside = existsSync(join(root, parent)) ? readdirSync(join(root, parent), { withFileTypes: true }) : [];
  const isFolder = inside.some((each) => each.isDirectory() && each.name === prefix);
  const found = isFolder
    ? list(root, path, wanted)
    : inside.filter((each) => each.isFile() && each.name.startsWith(prefix) && wanted(each.name)).map(({ name }) => `${parent}/${name}`);
  if (found.length === 0) throw new Error(`scripts/mutations/groups.mjs names ${path}, which matches no file`);
  return found.sort();
}

/** Groups that have code to mutate: files of `only`, or all their files. */
export const groupsOf = (root, only = []) =>
  groups
    .map(({ name, code, tests }) => ({
      name,
      code: code.flatMap((path) => filesOf(root, path, isCode)).filter((file) => only.length === 0 || only.includes(file)),
      tests: tests.flatMap((path) => filesOf(root, path, isTest)),
    }))
    .filter(({ code }) => code.length > 0);
