import { drawSheet, type Sheet, sheetLayout } from '../../../topology/drawing/sheet.js';
import { SvgPen } from '../../../topology/drawing/svg-pen.js';

export type PictureFormat = 'png' | 'svg';

/** Draws the sheet as a file. The fonts are those of the page. */
export async function pictureFile(sheet: Sheet, format: PictureFormat): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser draws no pictures.');
  const layout = sheetLayout(sheet, context);
  if (format === 'svg') {
    const pen = new SvgPen((text, font) => {
      context.font = font;
      return context.measureText(text).width;
    });
    drawSheet(pen, sheet, layout);
    return new Blob([pen.document(layout.width, layout.height, `${sheet.title}. ${sheet.facts}`)], { type: 'image/svg+xml;charset=utf-8' });
  }
  [canvas.width, canvas.height] = [layout.width, layout.height];
  drawSheet(context, sheet, layout);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser has no memory for a picture of this size. Export it as SVG.');
  return blob;
}
