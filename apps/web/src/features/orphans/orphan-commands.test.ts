import { orphanKinds } from '@weft/shared/kinds/views/orphan';
import { describe, expect, it } from 'vitest';
import { orphanCommands } from './orphan-commands.js';

describe('orphanCommands', () => {
  it.each(orphanKinds)('shows a %s with commands that only read', (kind) => {
    const commands = orphanCommands({ kind, name: 'x' });
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands)
      expect(command).toMatch(/^(lvs|grep|ls|lsblk|mdadm --detail|dmsetup (info|table)|nvme list|weft-agent status)\b/);
  });

  it('quotes a name', () => {
    expect(orphanCommands({ kind: 'mapping', name: "a'; rm" })[0]).toBe("dmsetup info 'a'\\''; rm'");
  });
});
