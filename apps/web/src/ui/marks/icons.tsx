import {
  Activity,
  Archive,
  Bell,
  ChartLine,
  ClipboardCheck,
  Database,
  Flag,
  Flame,
  Gauge,
  HardDrive,
  History,
  type IconNode,
  Layers,
  Link,
  ListChecks,
  Network,
  PanelLeftClose,
  ScrollText,
  Search,
  Send,
  Server,
  SlidersHorizontal,
  StickyNote,
  Unplug,
  Users,
} from 'lucide';
import { createElement } from 'react';

/** Icons of Lucide on its grid of 24 px, drawn at 16 px. Only those named here are in the bundle. */
const icons = {
  overview: ChartLine,
  topology: Network,
  volumes: Database,
  attachments: Link,
  classes: Layers,
  nodes: Server,
  drives: HardDrive,
  jobs: ListChecks,
  audit: ScrollText,
  users: Users,
  settings: SlidersHorizontal,
  backups: Archive,
  benchmarks: Gauge,
  drills: Flame,
  orphans: Unplug,
  preflight: ClipboardCheck,
  condition: Activity,
  note: StickyNote,
  event: Flag,
  past: History,
  alerts: Bell,
  channels: Send,
  search: Search,
  collapse: PanelLeftClose,
} as const satisfies Record<string, IconNode>;

export type IconName = keyof typeof icons;
export const iconNames = Object.keys(icons) as IconName[];

/** Decoration: the text beside it has the meaning. Lines of 1.5 px at this size. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.25"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {icons[name].map(([element, attributes], at) => createElement(element, { ...attributes, key: at }))}
  </svg>
);
