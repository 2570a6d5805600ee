import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { RETRIEVAL_MODES, defined } from '@quarry/turn';
import { z } from 'zod';
import { presentHits } from '../../search/present-search';
import { MAX_HITS, MAX_QUERY } from '../../search/search.input';
import type { ToolContext } from '../tool-context';
import { answering, found } from '../tool-result';
import { LOOKED_IN, PASSAGE, READS_ONLY, WHERE } from './schemas';

const INPUT = {
  query: z.string().trim().min(1).max(MAX_QUERY).describe('What is sought: words, a sentence, a name.'),
  mode: z
    .enum(RETRIEVAL_MODES)
    .optional()
    .describe('By meaning, by words (bm25), or both (hybrid, the default).'),
  topK: z.number().int().min(1).max(MAX_HITS).optional().describe('Most hits; 8 by default.'),
  pathPrefixes: z.array(z.string().max(1_000)).max(50).optional().describe('Only files under these folders.'),
  languages: z.array(z.string().max(50)).max(50).optional().describe('Only files in these languages.'),
  ...WHERE,
};

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
      'Finds passages of the indexed code and documents, each with path and lines. Quick; nobody judges or writes. For a question whose answer takes several places, use ask.',
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
