/// <reference lib="dom" />
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import gifenc from 'gifenc';

const folder = fileURLToPath(new URL('../../../.cache/screenshots', import.meta.url));
/** Colours of a frame: a GIF has 256 at most, and one of them stands for "as in the frame before". */
const COLOURS = 255;

interface Pixels {
  rgba: Uint8Array;
  width: number;
  height: number;
}

/**
 * A short recording of the window as an animated GIF, which a README shows without a player. One frame is a screenshot with the time that it stays; only
 * pixels that changed are stored again (GIF89a specification, section 23: disposal method 1 and a transparent colour index).
 */
export class Recording {
  private readonly frames: { png: Buffer; milliseconds: number }[] = [];

  constructor(private readonly page: Page) {}

  async frame(milliseconds: number): Promise<void> {
    this.frames.push({ png: await this.page.screenshot({ animations: 'disabled', caret: 'hide' }), milliseconds });
  }

  /** Writes `.cache/screenshots/<name>.gif`; returns its size in bytes. `decoder`: a blank page. */
  async save(name: string, decoder: Page): Promise<number> {
    const gif = gifenc.GIFEncoder();
    let before: Uint8Array | undefined;
    for (const { png, milliseconds } of this.frames) {
      const { rgba, width, height } = await pixelsOf(decoder, png);
      const palette = gifenc.quantize(rgba, COLOURS);
      const index = gifenc.applyPalette(rgba, palette);
      if (before) unchangedAs(COLOURS, index, rgba, before);
      while (palette.length <= COLOURS) palette.push([0, 0, 0]);
      gif.writeFrame(index, width, height, {
        palette,
        delay: milliseconds,
        transparent: before !== undefined,
        transparentIndex: COLOURS,
        dispose: 1,
      });
      before = rgba;
    }
    gif.finish();
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${name}.gif`, gif.bytes());
    return gif.bytes().length;
  }
}

/** Sets each pixel that equals the one before to `transparent`. */
function unchangedAs(transparent: number, index: Uint8Array, rgba: Uint8Array, before: Uint8Array): void {
  const now = new Uint32Array(rgba.buffer, rgba.byteOffset, index.length);
  const then = new Uint32Array(before.buffer, before.byteOffset, index.length);
  for (let at = 0; at < index.length; at += 1) if (now[at] === then[at]) index[at] = transparent;
}

/** Decodes a PNG with the browser's decoder. */
async function pixelsOf(decoder: Page, png: Buffer): Promise<Pixels> {
  const { base64, width, height } = await decoder.evaluate(async (source) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('The browser has no 2d canvas.');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const chunks: string[] = [];
    for (let at = 0; at < data.length; at += 32_768) chunks.push(String.fromCharCode(...data.subarray(at, at + 32_768)));
    return { base64: btoa(chunks.join('')), width: bitmap.width, height: bitmap.height };
  }, png.toString('base64'));
  return { rgba: new Uint8Array(Buffer.from(base64, 'base64')), width, height };
}
