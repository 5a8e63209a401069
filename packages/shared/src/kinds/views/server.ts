import { z } from 'zod';
import { idSchema } from '../../identity.js';

export const serverSchema = z
  .strictObject({
    id: idSchema.meta({ description: 'Id of the process: new at every start.' }),
    hostname: z.string(),
    version: z.string(),
    protocol: z
      .int()
      .nullable()
      .meta({ description: 'Newest version of the messages of agents that it reads. Null: an older server, which does not publish it.' }),
    address: z.string().nullable().meta({ description: 'Host and port that it listens on. Null: it does not listen yet.' }),
    agents: z
      .int()
      .nullable()
      .meta({ description: 'Connected agents. Null: the server is offline, or an older one, which does not publish it.' }),
    online: z.boolean().meta({ description: 'It sent a heartbeat in the last 10 s.' }),
    answering: z.boolean().meta({ description: 'It is the server that answers this request.' }),
    startedAt: z.iso.datetime(),
    seenAt: z.iso.datetime().meta({ description: 'Its last heartbeat.' }),
  })
  .meta({ id: 'Server', description: 'A server process that uses this database.' });
export type Server = z.infer<typeof serverSchema>;

export const serverListSchema = z.strictObject({ items: z.array(serverSchema) }).meta({ id: 'ServerList' });
