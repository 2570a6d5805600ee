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
  key: z.string().describe('Canonical key, which lookup accepts as a name.'),
  kind: z.string().describe('Kind of node: TYPE, METHOD, TABLE, FILE, …'),
  qualifiedName: z.string().describe('Qualified name.'),
});

const OUTPUT = {
  ...LOOKED_IN,
  nodes: z
    .array(
      NODE.extend({
        match: z
          .enum(['exact', 'partial'])
          .describe('Partial: the requested name is only a part of its name.'),
        neighbours: z
          .array(z.object({ edge: z.enum(EDGE_KINDS), nodes: z.array(NODE) }))
          .describe('Neighbours, grouped by kind of edge.'),
        moreNeighbours: z.boolean().describe('True if there are more than the requested number.'),
      }),
    )
    .describe('Matching nodes, best first; empty if there are none.'),
};

/** Adds the tool that looks up names in the code graph. */
export function addLookup(server: McpServer, { caller, lookups }: ToolContext): void {
  const config = {
    title: 'Look up a name in the code graph',
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
