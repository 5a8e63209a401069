import { endpoints } from '@weft/shared/endpoints/endpoints';
import { describe, expect, it } from 'vitest';
import { VERSION_OF } from '../api/endpoint-command.js';
import { allCommands } from '../commands/all.js';
import { planned } from '../commands/plan.js';
import { findCommand } from '../run/find.js';
import type { JsonSchema } from './command.js';
import { makeSchemas, makeTable } from './make-table.js';
import { WITHOUT_COMMAND } from './words.js';

const table = makeTable();
const schemasOfAll = makeSchemas();
const commands = allCommands(table);

describe('table of commands', () => {
  it.each(Object.keys(endpoints))('has a command for %s, or names what to use instead', (id) => {
    const command = table.commands.find((each) => each.id === id);
    expect(command !== undefined).toBe(WITHOUT_COMMAND[id as keyof typeof WITHOUT_COMMAND] === undefined);
    if (command) expect(findCommand(commands, command.words).command?.words).toEqual(command.words);
  });

  it('has no two commands with the same words', () => {
    const words = commands.map((each) => each.words.join(' '));
    expect(words.filter((each, index) => words.indexOf(each) !== index)).toEqual([]);
  });

  it('has no two flags of a command with the same name', () => {
    for (const { words, flags } of commands) {
      const names = flags.map(({ name }) => name);
      expect(new Set(names).size, words.join(' ')).toBe(names.length);
    }
  });

  it('lists only endpoints of the API as exceptions and as plans', () => {
    expect(Object.keys(WITHOUT_COMMAND).filter((id) => !(id in endpoints))).toEqual([]);
    expect(planned.filter((id) => !(id in endpoints))).toEqual([]);
  });

  it('gives a dry run to every command whose endpoint has one', () => {
    const dry = Object.values(endpoints).filter(({ path }) => path.endsWith('/dry-run'));
    expect(dry.map(({ path }) => table.commands.some(({ dryRunPath }) => dryRunPath === path))).toEqual(dry.map(() => true));
  });

  it('asks before every deletion and every change that wants a name as confirmation', () => {
    const destructive = table.commands.filter((each) => each.destructive).map(({ words }) => words.join(' '));
    for (const words of [
      'volume delete',
      'volume accept-loss',
      'volume discard-legs',
      'drive wipe',
      'attachment revoke',
      'attachment delete',
      'user delete',
      'drill create',
    ])
      expect(destructive).toContain(words);
    expect(destructive).not.toContain('volume create');
  });

  it('takes no password from a command line', () => {
    const secrets = table.commands.flatMap(({ flags }) =>
      flags.filter(({ field }) => /password|keyHex/i.test(field) && field !== 'mustChangePassword'),
    );
    expect(secrets.length).toBeGreaterThan(4);
    expect(secrets.filter(({ secret }) => !secret)).toEqual([]);
  });

  it('names units, references and required fields of a volume', () => {
    const create = table.commands.find(({ id }) => id === 'createVolume');
    const flag = (name: string) => create?.flags.find((each) => each.name === name);
    expect(create?.positionals).toEqual([{ name: 'NAME', field: 'name', in: 'body' }]);
    expect(flag('size')).toMatchObject({ field: 'sizeBytes', unit: 'bytes', required: true });
    expect(flag('drive-class')).toMatchObject({ field: 'driveClassId', reference: 'drive-class' });
    expect(flag('stripe-width')).toMatchObject({ type: 'integer', nullable: true });
    expect(flag('label')).toMatchObject({ field: 'labels', type: 'labels' });
  });
});

describe('schemas', () => {
  const fieldsOf = (schema: JsonSchema | undefined): Record<string, JsonSchema> =>
    schema?.properties ?? Object.assign({}, ...(schema?.anyOf ?? schema?.oneOf ?? []).map(fieldsOf));

  it.each(table.commands.filter(({ ifMatch }) => ifMatch).map(({ id, words }) => [id, words[0] ?? '']))(
    'knows where the version for %s is',
    (id, noun) => {
      const object = fieldsOf(schemasOfAll.objects[noun]);
      const holder = VERSION_OF[id] === undefined ? object : fieldsOf(object[VERSION_OF[id]]);
      expect(holder).toHaveProperty('version');
    },
  );

  it('has the fields of every kind, without references to resolve', () => {
    const schemas = schemasOfAll;
    expect(Object.keys(schemas.objects).sort()).toEqual(Object.keys(table.nouns).sort());
    expect(JSON.stringify(schemas)).not.toContain('$ref');
    expect(schemas.objects.volume?.properties?.legs?.items?.properties).toHaveProperty('sizeBytes');
  });
});
