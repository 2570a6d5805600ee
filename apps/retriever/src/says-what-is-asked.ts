import { documentTerms, queryTerms, type Chunk } from '@quarry/search-index';
import { requestForm } from '@quarry/turn';

/** Telling words of a request up to which a passage of code must have all of them; of more, most. */
const FEW_WORDS = 2;

/**
 * Whether a passage of code has the telling words of a request in words. Prose may say the same in other words, and
 * is taken as found.
 * @example
 * saysWhatIsAsked('connection pool', chunkThatOnlyHasConnections); // false
 */
export function saysWhatIsAsked(request: string, chunk: Chunk): boolean {
  if (chunk.nodeKey === undefined || chunk.document !== undefined || chunk.format !== undefined) return true;
  const words = [...new Set(requestForm(request).words.flatMap(queryTerms))];
  if (words.length === 0) return true;
  const has = documentTerms(`${chunk.path} ${chunk.symbol ?? ''}\n${chunk.text}`);
  const said = words.filter((word) => has.has(word)).length;
  return words.length <= FEW_WORDS ? said === words.length : said > words.length / 2;
}
