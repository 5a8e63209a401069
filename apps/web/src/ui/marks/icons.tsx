/** Own icons on a grid of 16 px with lines of 1.5 px: no icon package is among the dependencies (docs/design.md). */
const icons = {
  overview: 'M2.5 9.5l3-3 2.5 2.5 5.5-5.5M2.5 13.5h11',
  topology: 'M4 3.5h3v3H4zM9.5 9.5h3v3h-3zM5.5 6.5v4.5h4',
  volumes:
    'M2.5 4c0-1 2.5-1.75 5.5-1.75S13.5 3 13.5 4 11 5.75 8 5.75 2.5 5 2.5 4zM2.5 4v8c0 1 2.5 1.75 5.5 1.75s5.5-.75 5.5-1.75V4M2.5 8c0 1 2.5 1.75 5.5 1.75S13.5 9 13.5 8',
  attachments: 'M6.5 9.5l3-3M7 4.75l1.25-1.25a3 3 0 014.25 4.25L11.25 9M9 11.25L7.75 12.5A3 3 0 013.5 8.25L4.75 7',
  classes: 'M8 2.25L14 5.25 8 8.25 2 5.25zM2 8l6 3 6-3M2 10.75l6 3 6-3',
  nodes: 'M2.5 2.75h11v4h-11zM2.5 9.25h11v4h-11zM5 4.75h.01M5 11.25h.01',
  drives: 'M2 5.25h12v5.5H2zM4.5 5.25v5.5M7 8h4.5',
  jobs: 'M8 2.25a5.75 5.75 0 105.75 5.75M8 4.75V8l2.25 1.5M10.5 3.5l1 1 2-2',
  audit: 'M4 2.25h6l2.5 2.5v9H4zM6 7h4M6 9.25h4M6 11.5h2.5',
  users:
    'M6 7.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM1.75 13.5c0-2.25 1.75-3.75 4.25-3.75s4.25 1.5 4.25 3.75M10.5 3a2.25 2.25 0 010 4.25M12 10c1.5.5 2.25 1.75 2.25 3.5',
  settings: 'M2.25 4.5h6M11.75 4.5h2M2.25 11.5h2M7.75 11.5h6M10 2.75v3.5M6 9.75v3.5',
  backups: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M8 7.5v3.5M6.25 9.5L8 11.25l1.75-1.75',
  condition: 'M1.75 8.25h3l1.75-4.5 3 8.5 1.75-4h3',
  note: 'M3 2.75h10v7l-3.25 3.5H3zM9.75 13.25v-3.5H13M5.5 6h5M5.5 8.5h2.5',
  event: 'M4 14V2.5h8.25L10 5.5l2.25 3H4',
  search: 'M7 12a5 5 0 100-10 5 5 0 000 10zM10.75 10.75L14 14',
  collapse: 'M2.5 3h11v10h-11zM6 3v10M11 6.5L9.5 8 11 9.5',
} as const;

export type IconName = keyof typeof icons;
export const iconNames = Object.keys(icons) as IconName[];

/** Decoration: the text beside it has the meaning. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={icons[name]} />
  </svg>
);
