import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The entry of the lock file that `name` leads to from a folder, found as Node.js finds a package: the nearest node_modules upwards. */
function found(packages, folder, name) {
  for (let at = folder; ; at = dirname(at)) {
    const path = at === '.' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '.') return undefined;
  }
}

/** Names that a package loads at run time; peers and optional ones may be absent. */
const neededBy = ({ dependencies, optionalDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

const withoutDevelopment = ({ devDependencies, ...rest }) => rest;

/**
 * package-lock.json (version 3) with only what some workspaces need at run time. npm cannot do that: `--omit=dev` keeps the dependencies of every
 * workspace, also of those that only tests use.
 * @param {string[]} workspaces folders
 * @throws Error if a dependency is not in the lock file
 */
export function productionLock(lock, workspaces) {
  const { packages } = lock;
  const { name, version, license } = packages[''];
  const kept = { '': { name, version, license, workspaces } };
  const open = [...workspaces];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (kept[path]) continue;
    const entry = packages[path];
    kept[path] = path.includes('node_modules/') ? entry : withoutDevelopment(entry);
    if (entry.link) open.push(entry.resolved);
    for (const needed of entry.link ? [] : neededBy(entry)) {
      const next = found(packages, path, needed);
      if (next) open.push(next);
      else if (entry.dependencies?.[needed] && !entry.optionalDependencies?.[needed])
        throw new Error(`package-lock.json has no ${needed}, which ${path} needs.`);
    }
  }
  for (const folder of workspaces) kept[`node_modules/${packages[folder].name}`] ??= { resolved: folder, link: true };
  return { ...lock, packages: Object.fromEntries(Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** Writes package.json files and package-lock.json for the run time of some workspaces of a checkout into a folder, for `npm ci` and `npm sbom`. */
export function writeProductionManifests({ root, workspaces, target }) {
  const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const write = (file, content) => {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), `${JSON.stringify(content, null, 2)}\n`);
  };
  const lock = productionLock(read('package-lock.json'), workspaces);
  const { name, version, private: own, license, type } = read('package.json');
  write('package.json', { name, version, private: own, license, type, workspaces });
  write('package-lock.json', lock);
  for (const folder of workspaces) write(`${folder}/package.json`, withoutDevelopment(read(`${folder}/package.json`)));
}
