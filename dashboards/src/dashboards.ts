import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { alertsDashboard } from './alerts.js';
import { benchmarksDashboard } from './benchmarks.js';
import { clusterDashboard } from './cluster.js';
import { driveWearDashboard } from './drive-wear.js';
import { managementDashboard } from './management.js';
import { nodeDashboard } from './node.js';
import { volumeDashboard } from './volume.js';

/** All dashboards, by the name of their generated file. */
export const dashboards = (): Record<string, Dashboard> => ({
  cluster: clusterDashboard(),
  volume: volumeDashboard(),
  node: nodeDashboard(),
  'drive-wear': driveWearDashboard(),
  management: managementDashboard(),
  alerts: alertsDashboard(),
  benchmarks: benchmarksDashboard(),
});
