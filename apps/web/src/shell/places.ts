import { paths } from '../paths/paths.js';

/** Pages that are reachable from everywhere: in the navigation, in the palette, and by `g` and a letter. */
export const places = [
  { ...paths.overview(), label: 'Overview', letter: 'o' },
  { ...paths.topology(), label: 'Topology', letter: 't' },
  { ...paths.volumes(), label: 'Volumes', letter: 'v' },
  { ...paths.attachments(), label: 'Attachments', letter: 'a' },
  { ...paths.drives(), label: 'Drives', letter: 'd' },
  { ...paths.driveClasses(), label: 'Drive classes', letter: 'c' },
  { ...paths.nodes(), label: 'Nodes', letter: 'n' },
  { ...paths.jobs(), label: 'Jobs', letter: 'j' },
  { ...paths.audit(), label: 'Audit', letter: 'l' },
  { ...paths.users(), label: 'Users', letter: 'u' },
  { ...paths.settings(), label: 'Settings', letter: 's' },
];
