import { expect, test } from 'vitest';
import { addressOf, folderOf, initiateScript, mongodConf, planOf, readme, urisOf } from './plan.js';

test('reads three members, with ports or without', () => {
  const { members } = planOf('t1, t2:27018,t3.example', 'weft');
  expect(members.map(addressOf)).toEqual(['t1:27017', 't2:27018', 't3.example:27017']);
  expect(members.map(folderOf)).toEqual(['t1', 't2-27018', 't3.example']);
});

test.each([
  ['t1,t2', 'weft', /these are 2/],
  ['t1,t2,t1:27017', 'weft', /same address/],
  ['t1,t2,t3:x', 'weft', /"t3:x" is no host name/],
  ['t1,t2,t3/../x', 'weft', /is no host name/],
  ['t1,t2,t3', 'we ft', /no name of a replica set/],
])('refuses %s as %s', (members, replicaSet, message) => {
  expect(() => planOf(members, replicaSet)).toThrow(message);
});

test('the configuration requires TLS and the key of the set, and the URI names all members', () => {
  const plan = planOf('t1,t2,t3', 'weft');
  const [first = expect.fail('no member')] = plan.members;
  const conf = mongodConf(plan, first);
  for (const line of [
    'mode: requireTLS',
    'keyFile: /etc/mongodb-weft/keyfile',
    'bindIp: localhost,t1',
    'replSetName: weft',
    'oplogNetworkTimeoutBufferSeconds: 1',
  ])
    expect(conf).toContain(line);
  const passwords = { admin: 'a', weft: 'secret', maintenance: 'other' };
  const more = '@t1:27017,t2:27017,t3:27017/?replicaSet=weft&authSource=admin&tls=true&tlsCAFile=%2Fetc%2Fweft-server%2Fmongodb-ca.pem';
  expect(urisOf(plan, passwords)).toEqual({
    server: `mongodb://weft:secret${more}`,
    maintenance: `mongodb://weft-maintenance:other${more}`,
  });
  const script = initiateScript(plan, passwords);
  expect(script).toContain('"host": "t3:27017"');
  expect(script).toMatch(/"electionTimeoutMillis": 1000,\s+"heartbeatIntervalMillis": 400/);
  expect(readme(plan)).toContain('127.0.1.1');
});
