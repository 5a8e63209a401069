import { changeConfig } from '../config/connection.js';
import { usage } from '../core/failure.js';
import type { Run, Runnable } from '../run/run.js';
import { didYouMean } from '../text/nearest.js';

function nameFrom(run: Run): string {
  const [name] = run.positionals;
  if (name === undefined) throw usage('The name of a context is missing.');
  const names = Object.keys(run.config.contexts);
  if (!names.includes(name)) throw usage(`There is no context "${name}".`, didYouMean(name, names) ?? 'weft context list shows all.');
  return name;
}

async function list(run: Run): Promise<void> {
  const { contexts, current } = run.config;
  const items = Object.entries(contexts).map(([name, { server, user, token, session, fingerprint }]) => ({
    ...{ name, server, user: user ?? null, current: name === current },
    login: token ? 'token' : session ? 'session' : 'none',
    fingerprint: fingerprint ?? null,
  }));
  await run.print('context', items);
}

export const contextCommands: readonly Runnable[] = [
  { words: ['context', 'list'], usage: 'context list', summary: 'List contexts: servers and logins', flags: [], run: list },
  {
    words: ['context', 'use'],
    usage: 'context use NAME',
    summary: 'Make a context the current one',
    flags: [],
    completes: ['context'],
    run: async (run) => {
      const name = nameFrom(run);
      changeConfig(run.terminal.env, (config) => ({ ...config, current: name }));
      run.say(`The current context is ${name}.`);
    },
  },
  {
    words: ['context', 'delete'],
    usage: 'context delete NAME',
    summary: 'Delete a context with its login and its pinned authority',
    flags: [],
    completes: ['context'],
    run: async (run) => {
      const name = nameFrom(run);
      changeConfig(run.terminal.env, ({ current, contexts }) => {
        const { [name]: _, ...rest } = contexts;
        return { ...(current === undefined || current === name ? {} : { current }), contexts: rest };
      });
      run.say(`Deleted the context ${name}.`);
    },
  },
];
