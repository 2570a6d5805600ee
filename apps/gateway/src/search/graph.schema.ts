import { MAX_DEPTH, OPERATION_NAMES, OPERATIONS } from '@quarry/graph-queries';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { queryInteger, words } from '../http/fields';
import { SNAPSHOT_FIELDS } from '../turns/snapshot.schema';

const summaries = OPERATION_NAMES.map((name) => `\`${name}\`: ${OPERATIONS[name].summary}`);

/** The operations of the code graph. */
const OPERATION = z.enum(OPERATION_NAMES).describe(`What to list. ${summaries.join(' · ')}.`);

const FIELDS = {
  name: words(1_000).optional().meta({
    example: 'InvoiceService.Cancel',
    description:
      'A function, type, table or file, by its full name or its last parts. `readers` and `usages` also take a setting. For `entry-points`, `unused` and `cycles`: a folder, or nothing for all.',
  }),
  other: words(1_000)
    .optional()
    .meta({ example: 'dbo.Invoice', description: 'The name to reach; for `path` only, and required there.' }),
  file: words(1_000)
    .optional()
    .meta({ example: 'src/invoices.cs', description: 'Only the definitions of `name` in this file.' }),
};

const { depth: OF_IMPACT } = OPERATIONS.impact;
const DEPTH = `Relations to follow, for \`impact\`; ${OF_IMPACT} by default.`;

/** The input of the MCP tool `graph`. */
export const GRAPH_TOOL = z.strictObject({
  ...SNAPSHOT_FIELDS,
  operation: OPERATION,
  ...FIELDS,
  depth: z.int().min(1).max(MAX_DEPTH).optional().meta({ default: OF_IMPACT, description: DEPTH }),
  limit: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .meta({ default: 100, description: 'Maximum number of relations.' }),
});

/** The query of `GET /v1/graph/{operation}`. */
const GRAPH_QUERY = z.strictObject({
  ...SNAPSHOT_FIELDS,
  ...FIELDS,
  depth: queryInteger(1, MAX_DEPTH).optional().describe(DEPTH),
  limit: queryInteger(1, 10_000).default(100).describe('Maximum number of relations.'),
});

export class GraphQueryInput extends createZodDto(GRAPH_QUERY) {}
