import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const resolve = createRequire(import.meta.url).resolve;
/** theme/fonts.css names their files. The Open Font License asks for its text beside every copy. */
const FAMILIES = ['inter', 'jetbrains-mono'];
/** The family of nearly all text: the browser fetches its file beside the scripts, not after the first style sheet that asks for it. */
const FIRST = /assets\/.*\.woff2$/;

/** Ships the licences of the packaged fonts, and preloads the first family. */
export const packagedFonts = (): Plugin => ({
  name: 'packaged-fonts',
  apply: 'build',
  generateBundle() {
    for (const family of FAMILIES) {
      const source = readFileSync(resolve(`@fontsource-variable/${family}/LICENSE`), 'utf8');
      this.emitFile({ type: 'asset', fileName: `licenses/${family}.txt`, source });
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }): HtmlTagDescriptor[] =>
      Object.values(bundle)
        .filter(
          (file) => file.type === 'asset' && FIRST.test(file.fileName) && file.originalFileNames.some((name) => name.includes('/inter/')),
        )
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}`, crossorigin: true },
          injectTo: 'head-prepend',
        })),
  },
});
