import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Simulation, SimulationFault } from '@weft/shared/kinds/simulation/simulation';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import { SettingsService } from '../settings/settings.service.js';
import { SimulationRepository } from './simulation.repository.js';
import { SimulationClient } from './simulation-client.js';

/** Faults of a simulated cluster. The database decides whether the cluster is simulated; a real one has no way to them. */
@Injectable()
export class SimulationService {
  constructor(
    private readonly repository: SimulationRepository,
    private readonly simulation: SimulationClient,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  async get(): Promise<Simulation> {
    await this.mustBeSimulated();
    return this.simulation.read();
  }

  /** Records the fault, then applies it: a fault without its entry would look like a failure of Weft. */
  async inject(fault: SimulationFault, by: string): Promise<Simulation> {
    await this.mustBeSimulated();
    await this.repository.transaction((session) => this.record(fault, by, session));
    return this.simulation.inject(fault);
  }

  private async mustBeSimulated(): Promise<void> {
    const { simulated } = await this.settings.get();
    if (!simulated) throw new DomainError('cluster-is-real', {});
  }

  private async record({ fault, ...data }: SimulationFault, by: string, session: ClientSession): Promise<void> {
    const subject = await this.subjectOf('node' in data ? data.node : null, session);
    const details = Object.entries(data).map(([name, value]) => `${name} ${value}`);
    const statement = auditStatement({ statement: 'simulated-fault', about: { id: subject.id, name: subject.name } }, 'fault-simulated', {
      fault,
      details: details.join(', '),
    });
    await this.audit.record(session, { by, action: 'simulation.fault', subject, statements: [statement] });
  }

  /** The node; for a fault of the whole cluster, the settings, which name its networks. */
  private async subjectOf(node: string | null, session: ClientSession) {
    const id = node === null ? undefined : await this.repository.nodeId(node, session);
    if (node !== null && id !== undefined) return { kind: 'node' as const, id, name: node };
    return { kind: 'settings' as const, id: (await this.settings.get(session)).clusterId, name: 'settings' };
  }
}
