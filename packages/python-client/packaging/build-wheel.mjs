#!/usr/bin/env node
// Generates the Python client from the OpenAPI document, and packs it: weft_client-<version>-py3-none-any.whl. The same sources give the same bytes.
//   node packages/python-client/packaging/build-wheel.mjs [output folder]     default: .cache/python-client-wheel
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainModes } from '../../../scripts/release/deb.mjs';
import { installPythonClient, pythonClientTools, root } from '../../../scripts/setup.mjs';

const client = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Files of a client beside the generated ones. The authority's is shared with the Ansible collection, which cannot import packages. */
const files = [
  ['packages/python-client/weft_client', 'weft_client'],
  ['packages/ansible/plugins/module_utils/authority.py', 'weft_client/authority.py'],
  ['packages/python-client/pyproject.toml', 'pyproject.toml'],
  ['docs/python.md', 'README.md'],
  ['LICENSE', 'LICENSE'],
];

/** @throws Error with the program's output; the generator's warnings count as errors, because it leaves operations out with one */
function python(args, cwd) {
  const env = {
    ...process.env,
    PYTHONPATH: pythonClientTools,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONHASHSEED: '0',
    SOURCE_DATE_EPOCH: epoch(),
    TZ: 'UTC',
  };
  return execFileSync('python3', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Time of the files in the wheel: zip cannot hold one before 1980. */
const epoch = () => process.env.SOURCE_DATE_EPOCH ?? '315532800';

function generate(stage) {
  python([join(client, 'prepare_document.py'), join(root, 'apps/server/openapi.json'), join(stage, 'document.json')], stage);
  const args = [
    '--path',
    'document.json',
    '--meta',
    'none',
    '--output-path',
    'weft_client/rest',
    '--config',
    join(client, 'generator.yaml'),
  ];
  const said = python(['-m', 'openapi_python_client', 'generate', ...args, '--fail-on-warning'], stage);
  if (/warning/i.test(said)) throw new Error(`openapi-python-client leaves something out:\n${said}`);
}

/** Generates and packs the client. @returns {string} path of the wheel */
export function buildWheel(output = join(root, '.cache/python-client-wheel')) {
  installPythonClient();
  const stage = mkdtempSync(join(tmpdir(), 'weft-python-'));
  try {
    for (const [from, to] of files)
      cpSync(join(root, from), join(stage, to), { recursive: true, filter: (path) => !path.endsWith('__pycache__') });
    generate(stage);
    plainModes(stage);
    mkdirSync(output, { recursive: true });
    const [name] = python(['-m', 'flit_core.wheel', '--outdir', resolve(output), '.'], stage).match(/weft_client-\S+\.whl/) ?? [];
    if (!name) throw new Error('flit_core named no wheel');
    return join(resolve(output), name.split('/').at(-1));
  } finally {
    rmSync(stage, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(buildWheel(process.argv[2]));
