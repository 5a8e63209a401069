import { z } from 'zod';
import { sanitizeActions, subsystemContents } from '../wipe/wipe-method.js';
import { boundedList } from './bounded.js';

export const sanitizeSchema = z
  .strictObject({
    /** SANICAP; empty: none. */
    actions: boundedList(z.enum(sanitizeActions), sanitizeActions.length),
    besides: z
      .enum(subsystemContents)
      .meta({ description: 'What else is in the NVM subsystem of the drive, which a sanitize would erase or disturb too.' }),
    state: z.enum(['never', 'done', 'running', 'failed', 'unknown']).meta({
      description: 'The last sanitize of the drive, whoever ordered it (Sanitize Status log). unknown: the drive did not return the log.',
    }),
    progressRatio: z.number().min(0).max(1).nullable().meta({ description: 'Null: no sanitize is running.' }),
  })
  .meta({ id: 'DriveSanitize' });
export type Sanitize = z.infer<typeof sanitizeSchema>;
