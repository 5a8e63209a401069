import { Injectable, StreamableFile } from '@nestjs/common';
import { prometheusRules } from '@weft/shared/alerts/prometheus-rules';
import type { Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Alert } from '@weft/shared/kinds/alerting/alert';
import { type Caller, callerName } from '../core/http/caller.js';
import type { AlertDocument } from '../domain/documents/alert.document.js';
import { SettingsService } from '../settings/settings.service.js';
import { toAlert } from './alert.mapper.js';
import { AlertsRepository } from './alerts.repository.js';

@Injectable()
export class AlertsService {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly settings: SettingsService,
  ) {}

  async list(query: Query<typeof endpoints.listAlerts>): Promise<Response<typeof endpoints.listAlerts>> {
    const page = await this.alerts.page(query);
    return { ...page, items: page.items.map(toAlert) };
  }

  async get(id: string): Promise<Alert> {
    return toAlert(await this.require(id));
  }

  /** A second acknowledgement replaces the first: the audit has both. */
  async acknowledge(id: string, comment: string, caller: Caller): Promise<Alert> {
    const { state } = await this.require(id);
    if (state !== 'firing') throw new DomainError('alert-not-firing', { state });
    return toAlert(await this.alerts.acknowledge(id, { by: callerName(caller), at: new Date(), comment }));
  }

  async unacknowledge(id: string): Promise<Alert> {
    const { acknowledged } = await this.require(id);
    if (!acknowledged) throw new DomainError('alert-not-acknowledged', {});
    return toAlert(await this.alerts.acknowledge(id, null));
  }

  /** The rules of dashboards/prometheus/rules/alerts.yml with the thresholds of this cluster. Those of a class or label are Weft's own alone. */
  async prometheusRules(): Promise<StreamableFile> {
    const { alertThresholds } = await this.settings.read();
    const ofAll = alertThresholds.filter(({ driveClass, volumeLabel }) => driveClass === null && volumeLabel === null);
    const rules = prometheusRules(({ name }) => ofAll.find(({ rule }) => rule === name)?.value);
    const content = Buffer.from(`${JSON.stringify(rules, null, 2)}\n`);
    return new StreamableFile(content, { type: 'application/yaml', disposition: 'attachment; filename="weft-alerts.yml"' });
  }

  private async require(id: string): Promise<AlertDocument> {
    const found = await this.alerts.find(id);
    if (!found) throw new DomainError('object-not-found', { collection: 'alerts', id });
    return found;
  }
}
