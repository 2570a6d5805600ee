import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { RETRIEVAL_MODES, defined } from '@quarry/turn';
import { z } from 'zod';
import { presentHits } from '../../search/present-search';
import { SEARCH } from '../../search/search.schema';
import { FILTER } from '../../turns/ask.schema';
import type { ToolContext } from '../tool-context';
import { answering, found } from '../tool-result';
import { LOOKED_IN, PASSAGE, READS_ONLY } from './schemas';

const { query, mode, topK, repository, snapshot } = SEARCH.shape;
const INPUT = { query, mode, topK, ...FILTER.shape, repository, snapshot };

const OUTPUT = {
  ...LOOKED_IN,
  mode: z.enum(RETRIEVAL_MODES).describe('How was searched.'),
  fallback: z.string().nullable().describe('Why another mode than asked for was used; null where none was.'),
  hits: z
    .array(PASSAGE.extend({ relevance: z.number().describe('0 to 1 for this query.') }))
    .describe('Best first; empty where nothing relevant was found.'),
};

/** Passages, without a turn. */
export function addSearch(server: McpServer, { caller, searches }: ToolContext): void {
  const config = {
    title: 'Search code and documents',
    description:
      'Finds passages of the indexed code and documents, each with path and lines. Fast, without a ' +
      'language model. For a question whose answer spans several places, use ask.',
    inputSchema: INPUT,
    outputSchema: OUTPUT,
    annotations: READS_ONLY,
  };
  server.registerTool(
    'search',
    config,
    ({ query, mode, topK, pathPrefixes, languages, ...where }, { signal }) =>
      answering(async () => {
        const filter = defined({ pathPrefixes, languages });
        const asked = {
          query,
          ...namedOf(where),
          ...defined({ mode, topK }),
          ...(Object.keys(filter).length === 0 ? {} : { filter }),
        };
        return found(presentHits(await searches.search(caller, asked, signal)));
      }),
  );
}

/** The repository and snapshot that a call names. */
export function namedOf({
  repository,
  snapshot,
}: {
  readonly repository?: string | undefined;
  readonly snapshot?: string | undefined;
}): { readonly repository?: string; readonly snapshot?: string } {
  return defined({ repository, snapshot });
}
