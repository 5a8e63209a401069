import type { Drive } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

export function driveStatus(drive: Drive): StatusFacts {
  const { state, contents, smart, updatedAt, node } = drive;
  switch (state) {
    case 'in-service':
      return smart?.criticalWarning
        ? { tone: 'warn', what: 'in service', why: `SMART critical warning ${smart.criticalWarning}` }
        : { tone: 'good', what: 'in service' };
    case 'available':
      return { tone: 'idle', what: 'available', why: 'blank; take it into service to use it' };
    case 'occupied':
      return { tone: 'warn', what: 'occupied', why: contents.join('; ') || 'something is on it' };
    case 'missing':
      return { tone: 'bad', what: 'missing', since: updatedAt, why: `${node.name} is online and does not see it` };
    case 'taking':
      return { tone: 'busy', what: 'taking', since: updatedAt, why: `${node.name} makes its volume group` };
    case 'releasing':
      return { tone: 'busy', what: 'releasing', since: updatedAt, why: `${node.name} removes its volume group` };
    case 'wiping':
      return { tone: 'busy', what: 'wiping', since: updatedAt, why: `${node.name} overwrites all of it` };
  }
}
