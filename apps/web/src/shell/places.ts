import { paths } from '../paths/paths.js';
import type { IconName } from '../ui/marks/icons.js';

interface Place {
  to: string;
  label: string;
  letter: string;
  icon: IconName;
}

/** Pages that are reachable from everywhere: in the navigation by group, in the palette, and by `g` and a letter. */
export const groups = [
  {
    name: 'Monitor',
    places: [
      { ...paths.overview(), label: 'Overview', letter: 'o', icon: 'overview' },
      { ...paths.topology(), label: 'Topology', letter: 't', icon: 'topology' },
    ],
  },
  {
    name: 'Storage',
    places: [
      { ...paths.volumes(), label: 'Volumes', letter: 'v', icon: 'volumes' },
      { ...paths.attachments(), label: 'Attachments', letter: 'a', icon: 'attachments' },
      { ...paths.driveClasses(), label: 'Drive classes', letter: 'c', icon: 'classes' },
    ],
  },
  {
    name: 'Infrastructure',
    places: [
      { ...paths.nodes(), label: 'Nodes', letter: 'n', icon: 'nodes' },
      { ...paths.drives(), label: 'Drives', letter: 'd', icon: 'drives' },
      { ...paths.orphans(), label: 'Orphans', letter: 'r', icon: 'condition' },
      { ...paths.preflight(), label: 'Preflight', letter: 'p', icon: 'condition' },
      { ...paths.deployments(), label: 'Deployments', letter: 'y', icon: 'jobs' },
    ],
  },
  {
    name: 'Activity',
    places: [
      { ...paths.alerts(), label: 'Alerts', letter: 'f', icon: 'alerts' },
      { ...paths.events(), label: 'Events', letter: 'e', icon: 'event' },
      { ...paths.jobs(), label: 'Jobs', letter: 'j', icon: 'jobs' },
      { ...paths.benchmarks(), label: 'Benchmarks', letter: 'm', icon: 'benchmarks' },
      { ...paths.drills(), label: 'Drills', letter: 'k', icon: 'condition' },
      { ...paths.audit(), label: 'Audit', letter: 'l', icon: 'audit' },
    ],
  },
  {
    name: 'Administration',
    places: [
      { ...paths.users(), label: 'Users', letter: 'u', icon: 'users' },
      { ...paths.channels(), label: 'Channels', letter: 'h', icon: 'channels' },
      { ...paths.backups(), label: 'Backups', letter: 'b', icon: 'backups' },
      { ...paths.settings(), label: 'Settings', letter: 's', icon: 'settings' },
    ],
  },
] as const satisfies readonly { name: string; places: readonly Place[] }[];

export type PlaceLabel = (typeof groups)[number]['places'][number]['label'];

export const places = groups.flatMap((group) => [...group.places]);
