/** The figures of several sizes as a table in Markdown, for docs/scale.md. */
import type { Measurement } from '../measure/result.js';

type Figures = Record<string, Pick<Measurement, 'value' | 'unit' | 'met'>>;

const written = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(2));

/** @param sizes the head of each column, with its figures */
export function figureTable(sizes: readonly (readonly [name: string, figures: Figures])[]): string {
  const names = [...new Set(sizes.flatMap(([, figures]) => Object.keys(figures)))];
  const cell = (figures: Figures, name: string): string => {
    const figure = figures[name];
    if (!figure) return '';
    return figure.met === false ? `**${written(figure.value)}: missed**` : written(figure.value);
  };
  const unitOf = (name: string) => sizes.find(([, figures]) => figures[name])?.[1][name]?.unit ?? '';
  return [
    `| figure | ${sizes.map(([name]) => name).join(' | ')} |`,
    `|---|${sizes.map(() => '---:').join('|')}|`,
    ...names.map((name) => `| ${name}, ${unitOf(name)} | ${sizes.map(([, figures]) => cell(figures, name)).join(' | ')} |`),
    '',
  ].join('\n');
}
