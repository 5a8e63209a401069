import { z } from 'zod';
import { nameSchema } from '../../identity.js';
import { alertSeverities } from '../../kinds/alerting/alert.js';
import { searchQuerySchema } from '../../kinds/views/search.js';
import {
  zoneAlertSchema,
  zoneGapSchema,
  zoneSchema,
  zonesOverviewSchema,
  zonesSearchAnswerSchema,
  zoneTopologySchema,
} from '../../kinds/zones/zone.js';
import { endpoint, listQuery, pageOf } from '../definition/endpoint.js';
import { search, v1 } from '../definition/parts.js';
import { healthEndpoints } from '../health.js';

const read = ['malformed', 'invalid-field', 'unauthenticated', 'rate-limited', 'method-not-allowed'] as const;
const name = z.strictObject({ name: nameSchema.meta({ description: 'Name of the zone.' }) });

/** Every route of a federation (`weft-server federate`). All of them read; no server of a cluster has them. */
export const zonesEndpoints = {
  healthz: healthEndpoints.healthz,
  listZones: endpoint({
    id: 'listZones',
    method: 'GET',
    path: `${v1}/zones`,
    summary: 'List zones with their state and the last values that they gave',
    tag: 'zones',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    query: listQuery(['name', 'state'], { search }),
    response: pageOf(zoneSchema, 'ZonePage'),
    errors: [...read, 'invalid-cursor'],
  }),
  zonesOverview: endpoint({
    id: 'zonesOverview',
    method: 'GET',
    path: `${v1}/zones/overview`,
    summary: 'Sums over all zones, and the zones that are not in them',
    tag: 'zones',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    response: zonesOverviewSchema,
    errors: read,
  }),
  listZoneAlerts: endpoint({
    id: 'listZoneAlerts',
    method: 'GET',
    path: `${v1}/zones/alerts`,
    summary: 'List open alerts of all zones, and the zones whose alerts are missing or not current',
    tag: 'zones',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    query: listQuery(
      ['startedAt', 'zone'],
      { zone: nameSchema.optional().meta({ description: 'Only alerts of this zone.' }), severity: z.enum(alertSeverities).optional() },
      '-startedAt',
    ),
    response: pageOf(zoneAlertSchema, 'ZoneAlertItems')
      .extend({
        incomplete: z.array(zoneGapSchema).meta({ description: 'Zones whose alerts are missing, not current, or not all listed.' }),
      })
      .meta({ id: 'ZoneAlertPage' }),
    errors: [...read, 'invalid-cursor'],
  }),
  searchZones: endpoint({
    id: 'searchZones',
    method: 'GET',
    path: `${v1}/zones/search`,
    summary: 'Find objects of all zones by part of a name. The zones are asked now, for a bounded time',
    tag: 'zones',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    query: z.strictObject({ q: searchQuerySchema.shape.text }),
    response: zonesSearchAnswerSchema,
    errors: read,
  }),
  getZone: endpoint({
    id: 'getZone',
    method: 'GET',
    path: `${v1}/zones/:name`,
    summary: 'Get a zone',
    tag: 'zones',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    params: name,
    response: zoneSchema,
    errors: [...read, 'not-found'],
  }),
  zoneTopology: endpoint({
    id: 'zoneTopology',
    method: 'GET',
    path: `${v1}/zones/:name/topology`,
    summary: 'Racks of one zone, with sums of their nodes and drives, as the zone last gave them',
    tag: 'zones',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    params: name,
    response: zoneTopologySchema,
    errors: [...read, 'not-found'],
  }),
} as const;
