import { expect, it } from 'vitest';
import { currentServers } from './current-servers.js';

const server = (name: string, address: string | null, online: boolean) => ({ name, address, online });

it('leaves out a killed process whose server runs again, and keeps the one that does not', () => {
  const servers = [
    ...[server('killed', 'weft1:8443', false), server('again', 'weft1:8443', true), server('lost', 'weft2:8443', false)],
    ...[server('beside', 'weft1:8444', false), server('starting', null, false)],
  ];
  expect(currentServers(servers).map(({ name }) => name)).toEqual(['again', 'lost', 'beside', 'starting']);
});
