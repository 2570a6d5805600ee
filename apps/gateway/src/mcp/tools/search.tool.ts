import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { WantedSnapshot } from '@quarry/application/search';
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
  mode: z.enum(RETRIEVAL_MODES).describe('Retrieval mode of the search.'),
  fallback: z
    .string()
    .nullable()
    .describe('Why a mode other than the requested one was used; null otherwise.'),
  notSearched: z.array(z.string()).describe('Repositories that were left out, because others are likelier.'),
  damaged: z
    .array(z.object({ repository: z.string(), reason: z.string() }))
    .describe('Repositories that were left out, because their index is damaged, with the reason.'),
  hits: z
    .array(PASSAGE.extend({ relevance: z.number().describe('Relevance for this query, 0 to 1.') }))
    .describe('Hits, best first; empty if nothing relevant was found.'),
};

/** Adds the tool that searches without a turn. */
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

/** Returns the repositories and the snapshot that a call names. */
export function namedOf({
  repository,
  snapshot,
}: {
  readonly repository?: string | readonly string[] | undefined;
  readonly snapshot?: string | undefined;
}): WantedSnapshot {
  return defined({ repository, snapshot });
}
