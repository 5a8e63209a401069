import { configSchema, environmentName, metaOf, settingNames } from './config.schema.js';

const cell = (text: string): string => text.replaceAll('|', '\\|');

function defaultOf(name: (typeof settingNames)[number]): string {
  const value = configSchema.shape[name].parse(undefined);
  if (value === null) return 'none';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The table of docs/configuration.md, from the schema. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const { description, accepts } = metaOf(name);
    return `| \`${name}\` | \`${environmentName(name)}\` | ${cell(accepts)} | ${cell(defaultOf(name))} | ${cell(description)} |`;
  });
  return ['| setting | environment | accepts | default | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}
