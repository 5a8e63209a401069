import { idSchema } from '../../identity.js';
import { apiTokenCreateSchema, apiTokenIssuedSchema, apiTokenSchema } from '../../kinds/access/api-token.js';
import { endpoint, listQuery, pageOf } from '../definition/endpoint.js';
import { change, id, list, v1, write } from '../definition/parts.js';

export const apiTokensEndpoints = {
  listApiTokens: endpoint({
    id: 'listApiTokens',
    method: 'GET',
    path: `${v1}/api-tokens`,
    summary: 'List API tokens: your own; administrators see those of all users',
    tag: 'api-tokens',
    access: 'user',
    volumeScope: 'none',
    status: 200,
    query: listQuery(['createdAt', 'expiresAt', 'name'], {
      userId: idSchema.optional().meta({ description: 'Only tokens of this user.' }),
    }),
    response: pageOf(apiTokenSchema, 'ApiTokenPage'),
    errors: list,
  }),
  createApiToken: endpoint({
    id: 'createApiToken',
    method: 'POST',
    path: `${v1}/api-tokens`,
    summary: 'Create an API token of yours; only this answer contains the token',
    tag: 'api-tokens',
    access: 'user',
    volumeScope: 'none',
    sessionOnly: true,
    status: 201,
    body: apiTokenCreateSchema,
    response: apiTokenIssuedSchema,
    errors: [...write, 'name-taken', 'not-possible'],
  }),
  deleteApiToken: endpoint({
    id: 'deleteApiToken',
    method: 'DELETE',
    path: `${v1}/api-tokens/:id`,
    summary: 'Revoke an API token; administrators revoke those of all users',
    tag: 'api-tokens',
    access: 'user',
    volumeScope: 'none',
    sessionOnly: true,
    status: 204,
    params: id,
    ifMatch: 'required',
    errors: change,
  }),
} as const;
