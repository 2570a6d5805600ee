import type { SearchQuery } from '../port';
import { file, REF } from './fixtures';
import { DIFFERENT, SAME } from './spellings';
import type { Check } from './suite';

const text = (word: string) => `The report mentioned ${word} before lunch.`;

/** Parts of a spelling that also occur alone: capitals, small letters, digits. */
function partsOf(word: string): string[] {
  const parts = word.match(/\p{Lu}+|\p{Ll}+|\p{N}+/gu) ?? [];
  return parts.length === 1 ? [] : [...new Set(parts)];
}

/** Keyword search (BM25): spellings of the same thing meet, and different things do not. */
export function spellingsConformance(check: Check): void {
  for (const [kind, pairs] of Object.entries(SAME))
    check(`finds other spellings: ${kind}`, async ({ index }) => {
      const asked = pairs.flatMap(([one, other]) => [
        { query: one, answer: other },
        { query: other, answer: one },
      ]);
      await index.write(REF, {
        files: asked.flatMap(({ query, answer }, at) => [
          file(`${at}/answer.md`, [text(answer)]),
          // A part alone must not be as good.
          ...partsOf(query).map((part, i) => file(`${at}/part${i}.md`, [text(part)])),
          file(`${at}/none.md`, [text('nothing')]),
        ]),
      });
      const found = await index.search(
        REF,
        asked.map(({ query }, at): SearchQuery => ({
          kind: 'bm25',
          text: query,
          k: 2,
          filter: { pathPrefixes: [String(at)] },
        })),
      );
      const missed = asked.flatMap(({ query, answer }, at) => {
        const [best, next] = found[at] ?? [];
        const isFirst = best?.chunk.path === `${at}/answer.md` && best.score > (next?.score ?? 0);
        return isFirst ? [] : [`${query} → ${answer}: ${best?.chunk.text ?? 'nothing'}`];
      });
      expect(missed).toEqual([]);
    });

  check('keeps words apart that only look alike', async ({ index }) => {
    const asked = DIFFERENT.flatMap(([one, other]) => [
      { query: one, other },
      { query: other, other: one },
    ]);
    await index.write(REF, { files: asked.map(({ other }, at) => file(`${at}/x.md`, [other])) });
    const found = await index.search(
      REF,
      asked.map(({ query }, at): SearchQuery => ({
        kind: 'bm25',
        text: query,
        k: 1,
        filter: { pathPrefixes: [String(at)] },
      })),
    );
    expect(asked.filter((_, at) => (found[at] ?? []).length > 0)).toEqual([]);
  });
}
