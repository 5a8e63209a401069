import { describe, expect, it } from 'vitest';
import { readFlags, readOptions } from './options.js';

const read = (words: string[], env: Record<string, string> = {}) => readOptions(readFlags(words).values, env);
const enough = ['--endpoint', 'unix:///x', '--server', 'https://a:4000,https://b', '--node', 'n1'];

describe('readOptions', () => {
  it('reads several servers, and the environment of a pod', () => {
    expect(read(enough, { WEFT_TOKEN: 't' })).toMatchObject({ mode: 'all', node: 'n1' });
    const { servers, token, socket } = read(['--mode', 'controller'], {
      ...{ CSI_ENDPOINT: 'unix:///csi/csi.sock', WEFT_SERVER: 'https://a:4000,https://b', WEFT_TOKEN: 't' },
    });
    expect(servers.map(({ origin }) => origin)).toEqual(['https://a:4000', 'https://b']);
    expect([token(), socket]).toEqual(['t', '/csi/csi.sock']);
  });

  it.each([
    [['--mode', 'both'], '--mode is controller, node, all, not "both"'],
    [[...enough], 'No API token'],
    [['--endpoint', 'unix:///x', '--node', 'n'], 'No server'],
    [['--endpoint', 'unix:///x', '--server', 'a:4000', '--node', 'n'], 'is no address of a server'],
    [['--endpoint', '127.0.0.1:9', '--server', 'http://a', '--node', 'n'], 'is no socket'],
    [['--mode', 'node'], 'needs the name of its node'],
    [[...enough, '--token-file', '/nowhere'], '/nowhere cannot be read'],
    [['--colour', 'red'], "Unknown option '--colour'"],
  ])('refuses %o', (words, message) => {
    expect(() => read(words)).toThrow(message);
  });
});
