import { describe, expect, it } from 'vitest';
import type { HostContext } from '../lookup/host-context.js';
import { killAgent, unitIn } from './kill-agent.js';

const contextOf = (cgroup: string | undefined, restart: string): { context: HostContext; asked: string[][] } => {
  const asked: string[][] = [];
  const context = {
    tree: { optional: async () => cgroup },
    run: async (argv: string[]) => {
      asked.push([...argv]);
      return { stdout: `${restart}\n`, stderr: '', exitCode: 0 };
    },
  } as unknown as HostContext;
  return { context, asked };
};

describe('killAgent', () => {
  it('kills an agent that its service manager starts again', async () => {
    let kills = 0;
    const { context, asked } = contextOf('0::/system.slice/weft-agent.service', 'always');
    await killAgent(context, () => kills++);
    expect(kills).toBe(1);
    expect(asked).toEqual([['systemctl', 'show', '--property=Restart', '--value', 'weft-agent.service']]);
  });

  it.each([
    ['0::/user.slice/user-0.slice/session-1.scope', 'always'],
    [undefined, 'always'],
    ['0::/system.slice/weft-agent.service', 'no'],
    ['0::/system.slice/weft-agent.service', ''],
  ])('leaves an agent alone that nothing would start again (%s, Restart=%s)', async (cgroup, restart) => {
    const { context } = contextOf(cgroup, restart);
    await expect(killAgent(context, () => expect.unreachable())).rejects.toThrow(/nothing would start it again/);
  });
});

describe('unitIn', () => {
  it('finds the unit in lines of both cgroup versions', () => {
    expect(unitIn('12:pids:/system.slice/weft-agent.service\n0::/system.slice/weft-agent.service\n')).toBe('weft-agent.service');
    expect(unitIn('0::/init.scope\n')).toBeUndefined();
  });
});
