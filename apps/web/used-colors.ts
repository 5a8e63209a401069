import type { Plugin } from 'vite';

/** Hues of Mantine's palette that nothing in the console uses: most of the variables in its style sheet. */
export const UNUSED_HUES = ['cyan', 'grape', 'green', 'indigo', 'lime', 'orange', 'pink', 'violet', 'yellow'];
const UNUSED = new RegExp(`^\\s*--mantine-color-(?:${UNUSED_HUES.join('|')})-[^;]*;\\n`, 'gm');

/** Leaves them out of the first load. used-colors.test.ts fails when something uses one of them. */
export const usedColors = (): Plugin => ({
  name: 'used-colors',
  enforce: 'pre',
  transform: {
    filter: { id: /default-css-variables\.css$/ },
    handler: (css) => css.replace(UNUSED, ''),
  },
});
