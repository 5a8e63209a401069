import type { Drive } from '../../api/types.js';
import type { StatusFacts } from '../../ui/status.js';

/** In service, and whether new legs may come. */
function scheduled({ scheduling }: Drive): StatusFacts {
  if (scheduling === 'open') return { tone: 'good', what: 'in service' };
  return scheduling === 'evicting'
    ? { tone: 'busy', what: 'evicting', why: 'its legs of mirrors move away, and no new one comes', unblockedBy: 'opening it again' }
    : { tone: 'busy', what: 'cordoned', why: 'no new leg comes to it', unblockedBy: 'opening it again' };
}

export function driveStatus(drive: Drive): StatusFacts {
  const { state, contents, smart, updatedAt, node } = drive;
  switch (state) {
    case 'in-service':
      return smart?.criticalWarning
        ? {
            tone: 'warn',
            what: 'in service',
            why: `SMART critical warning ${smart.criticalWarning}`,
            unblockedBy: 'evicting and exchanging it',
          }
        : scheduled(drive);
    case 'available':
      return { tone: 'idle', what: 'available', why: 'it is blank', unblockedBy: 'taking it into service' };
    case 'occupied':
      return {
        tone: 'warn',
        what: 'occupied',
        why: contents.join('; ') || 'something is on it',
        unblockedBy: 'wiping it, which destroys that',
      };
    case 'missing':
      return {
        tone: 'bad',
        what: 'missing',
        since: updatedAt,
        why: `${node.name} is online and does not see it`,
        waitingFor: `the drive on ${node.name}`,
        unblockedBy: 'the drive being there again, or its legs being replaced',
      };
    case 'taking':
      return { tone: 'busy', what: 'taking', since: updatedAt, why: `${node.name} makes its volume group` };
    case 'releasing':
      return { tone: 'busy', what: 'releasing', since: updatedAt, why: `${node.name} removes its volume group` };
    case 'wiping':
      return { tone: 'busy', what: 'wiping', since: updatedAt, why: `${node.name} overwrites all of it` };
  }
}
