/** The Ansible role on a full Debian machine: from nothing to a node that is online, once. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnsibleCommand, type Played } from '../../../support/ansible-command.js';
import { labOfFile } from '../../fabric/lab-of-file.js';
import { buildPackage } from '../../fabric/package.js';

const lab = labOfFile({ targets: 1, clients: 0, drivesPerTarget: 1 }, async (fabric, directory) => ({ fabric, directory }));
let ansible: AnsibleCommand;

beforeAll(async () => {
  ansible = await AnsibleCommand.inOwnFolder();
});
afterAll(() => ansible?.remove());

test('row: the role of docs/ansible.md installs the package, enrolls, and does nothing on an enrolled machine', async () => {
  const { fabric, directory } = lab.now;
  const d1 = await fabric.cluster.add({ name: 'd1', role: 'converged', root: 'debian', drives: 1, memoryMiB: 1536 });
  const { token } = await fabric.api.call(endpoints.createApiToken, { body: { name: 'ansible', role: 'administrator', expiresInDays: 1 } });
  const page = await readFile(new URL('../../../../docs/ansible.md', import.meta.url), 'utf8');
  const documented = /<!-- run by: e2e\/lab\/console\/rest\/ansible.lab.test.ts -->\n```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const playbook = documented
    .replace('https://weft1.example.org:4000', fabric.guestUrl)
    .replace('files/weft-agent_0.1.0_all.deb', await buildPackage(directory))
    .replace('weft_node_labels:', 'weft_node_insecure_http: true\n        weft_node_labels:');
  const inventory = join(ansible.directory, 'inventory.ini');
  const connection = `ansible_connection=weft_lab weft_lab_port=${d1.channelPort}`;
  await writeFile(inventory, `[storage]\nd1 ${connection} ansible_python_interpreter=/usr/bin/python3\n`);
  // Emulated machines take seconds to start Python: one start for each task, and only the facts that the role itself reads.
  const slow = { ANSIBLE_PIPELINING: 'true', ANSIBLE_GATHERING: 'explicit' };
  const env = { WEFT_SERVER: fabric.api.url, WEFT_TOKEN: token, ...slow };
  const play = (...words: string[]): Promise<Played> => ansible.play(playbook, ['-i', inventory, ...words], env);
  const changes = ({ results }: Played) =>
    results.filter(({ outcome }) => outcome === 'changed').map(({ task }) => task.replace(/.* : /, ''));
  const known = async () => (await fabric.api.call(endpoints.listNodes, { query: { name: 'd1' } })).items;

  const checked = await play('--check');
  expect(checked, checked.output).toMatchObject({ code: 0 });
  expect(await known()).toEqual([]);
  expect((await d1.exec('ls /etc/weft /usr/bin/weft-agent')).stdout).toBe('');

  const first = await play();
  expect(first, first.output).toMatchObject({ code: 0 });
  expect(changes(first)).toEqual(expect.arrayContaining(["Install the agent's package", 'Enroll the machine']));
  expect(await known()).toMatchObject([{ name: 'd1', labels: { rack: 'r1' }, connection: { state: 'online' } }]);
  expect(await d1.run('systemctl is-enabled weft-agent weft-volumes')).toBe('enabled\nenabled\n');
  expect(first.output).not.toContain(token);

  const config = await d1.run('sha256sum /etc/weft/agent.json');
  const again = await play();
  expect(again, again.output).toMatchObject({ code: 0 });
  expect(changes(again)).toEqual([]);
  expect(await d1.run('sha256sum /etc/weft/agent.json')).toBe(config);
  expect(await known()).toHaveLength(1);
}, 1_500_000);
