import { RETRIEVAL_MODES } from '@quarry/turn';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { integer, words } from '../http/fields';
import { FILTER } from '../turns/ask.schema';
import { SNAPSHOT_FIELDS } from '../turns/snapshot.schema';

/** A search: the body of `POST /v1/search` and, with the filter's fields beside the others, of the MCP tool `search`. */
export const SEARCH = z.strictObject({
  ...SNAPSHOT_FIELDS,
  query: words(8_000).meta({
    example: 'stock when an invoice is cancelled',
    description: 'Words, a sentence or a name to search for, 1 to 8,000 characters.',
  }),
  mode: z.enum(RETRIEVAL_MODES).optional().meta({
    default: 'hybrid',
    description:
      'Search by meaning, by keywords (`bm25`) or both. If the index does not support the mode, another one is used.',
  }),
  topK: integer(1, 100).optional().meta({
    default: 8,
    description: 'Maximum number of hits. Irrelevant hits are left out, so there may be fewer.',
  }),
  filter: FILTER.optional().describe('Limits the search to some files, before ranking.'),
});

export class SearchInput extends createZodDto(SEARCH) {}
