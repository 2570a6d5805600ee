import { ROLES } from '@quarry/application/access';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer } from '../http/fields';

const TENANT = /^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,99}$/;
const TENANT_ERROR = 'must be 1 to 100 letters, digits, . _ @ or -, and start with a letter or a digit';

const LIMITS = z
  .strictObject({
    requestsPerMinute: integer(1, 1_000_000)
      .optional()
      .meta({ example: 600, description: 'Maximum requests per minute.' }),
    tokensPerDay: integer(1, 1_000_000_000_000)
      .optional()
      .meta({ example: 2_000_000, description: 'Maximum model tokens per day (UTC), input and output.' }),
    costPerDay: z.number().positive().max(1_000_000).optional().meta({
      example: 5,
      description: "Maximum cost per day (UTC), in the currency of the pipelines' price tables.",
    }),
    turnsAtOnce: integer(1, 100_000)
      .optional()
      .meta({ example: 20, description: 'Maximum number of turns that run at the same time.' }),
  })
  .meta({ id: 'KeyLimitsInput', description: 'Limits of an API key.' });

const names = (maxCharacters: number) => z.array(z.string().max(maxCharacters)).min(1).max(200);

/** A new API key: the body of `POST /v1/keys`. */
const NEW_KEY = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(100)
    .regex(/\S/, { error: 'must not be blank' })
    .meta({ example: 'billing service', description: 'Display name of the key, 1 to 100 characters.' }),
  tenant: z.string({ error: TENANT_ERROR }).max(100).regex(TENANT, { error: TENANT_ERROR }).meta({
    example: 'acme',
    description: 'Tenant whose turns, sessions and repositories the key can access.',
  }),
  role: z
    .enum(ROLES)
    .default('reader')
    .describe('Role, which determines the permissions: see docs/access.md.'),
  pipelines: names(100)
    .optional()
    .meta({ example: ['code'], description: 'Pipelines that the key can use. All pipelines by default.' }),
  repositories: names(200)
    .optional()
    .meta({
      example: ['shop'],
      description: 'Repositories that the key can read. By default all of its tenant and the shared ones.',
    }),
  groups: names(100)
    .optional()
    .meta({
      example: ['finance'],
      description: 'Groups whose labelled files the key can read. None by default.',
    }),
  sensitivity: z.string().min(1).max(100).optional().meta({
    example: 'internal',
    description: 'Highest sensitivity that the key can read. The lowest by default.',
  }),
  readsEverything: z
    .boolean()
    .default(false)
    .describe('Labels do not limit what the key can read; `groups` and `sensitivity` are then not needed.'),
  expiresInDays: integer(1, 3_650)
    .optional()
    .meta({ example: 90, description: 'Days until the key expires. It does not expire by default.' }),
  limits: LIMITS.optional().describe("Limits of the key. The installation's settings by default."),
});

export class NewKeyDto extends createZodDto(NEW_KEY) {}
