import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const COMPONENT = /@mantine[\\/]core[\\/]esm[\\/](?:components|utils)[\\/](?:[^\\/]+[\\/])*([^\\/]+)\.mjs$/;
/** Components that write style elements, which the Content-Security-Policy forbids: `main.tsx` turns them off. */
const STYLE_WRITERS = /MantineProvider[\\/](MantineCssVariables|MantineClasses)[\\/]\1\.mjs$/;

/** The development server bundles packages beforehand, where no plugin sees their modules: there, all styles come at once. */
const allStyles: Plugin = {
  name: 'mantine-styles',
  apply: 'serve',
  enforce: 'pre',
  transform: { filter: { id: /theme[\\/]mantine\.css$/ }, handler: () => '@import "@mantine/core/styles.layer.css";' },
};

/**
 * Loads the style sheet of each Mantine component with the component, in the layer `mantine`: a page gets the styles of what it shows, and our own rules win in whatever order
 * the files arrive. Leaves out what would write style elements.
 */
export const mantineParts = (styles: string): Plugin[] => [
  allStyles,
  {
    name: 'mantine-parts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [COMPONENT, STYLE_WRITERS] },
      handler(code, id) {
        const writer = STYLE_WRITERS.exec(id)?.[1];
        if (writer) return `export const ${writer} = () => null;`;
        const sheet = `${COMPONENT.exec(id)?.[1]}.layer.css`;
        return existsSync(join(styles, sheet)) ? `${code}\nimport '@mantine/core/styles/${sheet}';` : null;
      },
    },
  },
];
