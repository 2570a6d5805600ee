import { EDGE_KINDS } from '@quarry/graph-store';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, words } from '../http/fields';
import { SNAPSHOT_FIELDS } from '../turns/snapshot.schema';

/** A name to look up in the code graph: the body of `POST /v1/lookup` and the input of the MCP tool `lookup`. */
export const LOOKUP = z.strictObject({
  ...SNAPSHOT_FIELDS,
  name: words(1_000).meta({
    example: 'InvoiceService.Cancel',
    description:
      'Symbol as it is written in code, key of a node, or path. Exact matches come before partial ones.',
  }),
  limit: integer(1, 20).optional().meta({ default: 5, description: 'Maximum number of matching nodes.' }),
  neighbours: integer(0, 100)
    .optional()
    .meta({ default: 20, description: 'Maximum number of neighbours of each node.' }),
  edgeKinds: z
    .array(z.enum(EDGE_KINDS))
    .max(EDGE_KINDS.length)
    .optional()
    .meta({
      example: ['CALLS'],
      description: 'Kinds of edges to follow to neighbours. All kinds by default.',
    }),
});

export class LookupInput extends createZodDto(LOOKUP) {}
