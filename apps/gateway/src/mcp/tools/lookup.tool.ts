import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { EDGE_KINDS } from '@quarry/graph-store';
import { z } from 'zod';
import { defined } from '@quarry/turn';
import { LOOKUP } from '../../search/lookup.schema';
import { presentLookup } from '../../search/present-search';
import type { ToolContext } from '../tool-context';
import { answering, found } from '../tool-result';
import { LOOKED_IN, READS_ONLY } from './schemas';
import { namedOf } from './search.tool';

const NODE = z.looseObject({
  key: z.string().describe('Canonical key, which finds it again.'),
  kind: z.string().describe('What it is: TYPE, METHOD, TABLE, FILE, …'),
  qualifiedName: z.string().describe('Full name.'),
});

const OUTPUT = {
  ...LOOKED_IN,
  nodes: z
    .array(
      NODE.extend({
        match: z.enum(['exact', 'partial']).describe('Partial: its name only contains what was asked for.'),
        neighbours: z
          .array(z.object({ edge: z.enum(EDGE_KINDS), nodes: z.array(NODE) }))
          .describe('What is one edge away, by kind of edge.'),
        moreNeighbours: z.boolean().describe('True where there are more than were asked for.'),
      }),
    )
    .describe('Best first; empty where nothing bears the name.'),
};

/** Names in the code graph. */
export function addLookup(server: McpServer, { caller, lookups }: ToolContext): void {
  const config = {
    title: 'Look a name up in the code graph',
    description:
      'Finds the definition of a symbol, or a file, by name, with its source and its neighbours in the ' +
      'code graph: callees, callers, base types, and tables that it reads or writes.',
    inputSchema: LOOKUP.shape,
    outputSchema: OUTPUT,
    annotations: READS_ONLY,
  };
  server.registerTool('lookup', config, ({ name, limit, neighbours, edgeKinds, ...where }) =>
    answering(async () => {
      const asked = {
        name,
        ...namedOf(where),
        ...defined({ limit, neighbours, edgeKinds }),
      };
      const { ref, found: nodes } = await lookups.lookup(caller, asked);
      return found(presentLookup(ref, nodes));
    }),
  );
}
