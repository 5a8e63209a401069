import { UNKNOWN_KEY } from '@weft/shared/messages/authentication';
import { expect, it } from 'vitest';
import { nothing } from '../perform/actions.fixture.js';
import { actionsFor } from '../perform/actions.js';
import { describe as described } from '../run/explain.js';
import { keyIdOf } from './observe-keys.js';

const secrets = new Map([['k1', 'DHHC-1:00:one:']]);

it('keyIdOf names known secrets by id, and never shows one', () => {
  expect(['', 'none', '(null)', undefined].map((printed) => keyIdOf(secrets, printed))).toEqual([null, null, null, null]);
  expect([keyIdOf(secrets, 'DHHC-1:00:one:'), keyIdOf(secrets, 'DHHC-1:00:two:')]).toEqual(['k1', UNKNOWN_KEY]);
});

const keys = { hostKeyId: 'k1', controllerKeyId: 'k2' };

it('sets the key that makes the target authenticate last, in a folder that only root reads', () => {
  const lines = actionsFor({ op: 'set-host-keys', hostNqn: 'nqn.host', ...keys }, nothing).map(described);
  const host = '/sys/kernel/config/nvmet/hosts/nqn.host';
  expect(lines).toEqual([
    `mkdir ${host}`,
    '# check: authenticates hosts nqn.host',
    `chmod 700 ${host}`,
    `echo <secret of key k2> > ${host}/dhchap_ctrl_key`,
    `echo <secret of key k1> > ${host}/dhchap_key`,
  ]);
});

it('connects with keys through /dev/nvme-fabrics, and not with nvme-cli', () => {
  const connect = {
    ...({ op: 'connect', nqn: 'nqn.a', transport: 'tcp', address: '10.0.0.1', serviceId: 4500, hostAddress: '10.0.0.9' } as const),
    ...{ hostNqn: 'nqn.host', hostId: 'h', keepAliveSeconds: 5, reconnectDelaySeconds: 1, ioQueues: 8, fastIoFailSeconds: -1 },
  };
  const lines = actionsFor({ ...connect, authentication: keys }, nothing).map(described);
  expect(lines.filter((line) => line.startsWith('nvme'))).toEqual([]);
  expect(lines[1]).toBe(
    'echo transport=tcp,traddr=10.0.0.1,trsvcid=4500,nqn=nqn.a,host_traddr=10.0.0.9,hostnqn=nqn.host,hostid=h,nr_io_queues=8,keep_alive_tmo=5,reconnect_delay=1,ctrl_loss_tmo=-1,dhchap_secret=<secret of key k1>,dhchap_ctrl_secret=<secret of key k2> > /dev/nvme-fabrics',
  );
});

const path = {
  ...({ nqn: 'nqn.a', transport: 'tcp', address: '10.0.0.1', serviceId: 22_000, hostAddress: '10.0.0.9' } as const),
  ...{ hostNqn: 'nqn.host', hostId: 'h', keepAliveSeconds: 5, reconnectDelaySeconds: 1, ioQueues: 8, fastIoFailSeconds: -1 },
};

it('connects with TLS through /dev/nvme-fabrics, and only such a controller is the path', () => {
  const lines = actionsFor({ op: 'connect', ...path, tls: true }, nothing).map(described);
  expect(lines[1]).toMatch(/^echo transport=tcp,.*,ctrl_loss_tmo=-1,tls > \/dev\/nvme-fabrics$/);
  expect(lines[2]).toContain('path exists');
  expect(lines.join(' ')).not.toContain('dhchap');
});

it('requires TLS of a port before the port has an export, and ends it on a port that an interrupted run left', () => {
  const link = { op: 'link-port', nqn: 'nqn.a', transport: 'tcp', address: '10.0.0.1', serviceId: 22_000 } as const;
  const lines = actionsFor({ ...link, tls: true }, nothing).map(described);
  const port = '/sys/kernel/config/nvmet/ports/1';
  expect(lines.slice(-3)).toEqual([
    `echo tls1.3 > ${port}/addr_tsas`,
    `echo required > ${port}/addr_treq`,
    `ln -s /sys/kernel/config/nvmet/subsystems/nqn.a ${port}/subsystems/nqn.a`,
  ]);
  const left = { portId: 1, transport: 'tcp', address: '10.0.0.1', serviceId: 22_000, tls: true as const, subsystemNqns: [] };
  expect(actionsFor(link, { ...nothing, ports: [left] }).map(described)).toContain(`echo none > ${port}/addr_tsas`);
  expect(actionsFor(link, nothing).map(described).join(' ')).not.toContain('addr_tsas');
});

it('shows keys of TLS connections by their ids', () => {
  const lines = actionsFor({ op: 'set-tls-key', hostNqn: 'nqn.host', nqn: 'nqn.a', keyId: 'k1' }, nothing).map(described);
  expect(lines).toEqual([
    "keyctl padd psk 'NVMe1R01 nqn.host nqn.a <digest of key k1>' %:.nvme < <key k1>",
    'keyctl unlink <keys of nqn.a except k1> %:.nvme',
  ]);
});
