import type { OutlineSection } from '@quarry/turn';
import { targetOf, textWordsOf } from './target';
import { documentsMeant } from './documents-meant';
import { raritiesOf, shareOf } from './fitting';
import { statesKind } from './statements';

/** Weight of a word, by its position. */
const COUNTS = { title: 1, summary: 0.6 } as const;
/** Weight of the title of the statement that contains such figures. */
const STATEMENT = 0.5;
/** Weight of the section with the best search hit for the item. Later hits weigh less: the ninth, a third of it. */
const FOUND = 0.15;
const FADES = 4;
/** Weight of the page with the best search hit, of a section that is too long to read. */
const PAGE_FOUND = 0.6;
/** Sections of at least this many characters take several calls to read. */
const LONG = 12_000;

/**
 * Sections that match the item, best first: by the words of titles and summaries, weighted by rarity, and by search
 * hits.
 */
export function sectionsFor(
  item: string,
  question: string,
  sections: readonly OutlineSection[],
): readonly OutlineSection[] {
  const target = targetOf(item);
  const { paths } = documentsMeant(
    `${item} ${question}`,
    sections.map(({ path }) => path),
  );
  const texts = sections.map(({ title, summary }) => `${title} ${summary}`);
  const rarities = raritiesOf(target, texts);
  return sections
    .filter(({ path }) => paths.has(path))
    .map((section) => {
      const places = [
        { words: textWordsOf(section.title), counts: COUNTS.title },
        { words: textWordsOf(section.summary), counts: COUNTS.summary },
      ];
      const share = shareOf(target, rarities, places, textWordsOf(section.path));
      const name = isPage(section) ? section.summary : section.title;
      const statement = statesKind(item, name) ? STATEMENT : 0;
      const found =
        section.rank === undefined
          ? 0
          : ((isPage(section) ? PAGE_FOUND : FOUND) * FADES) / (FADES + section.rank - 1);
      const length = section.characters > LONG ? Math.max(0.4, LONG / section.characters) : 1;
      // A long document as a whole is the last section to read page by page.
      const whole = section.level === 0 && section.characters > LONG ? 1 : 0;
      return { section, whole, score: (share + statement + found + 0.01) * (0.6 + 0.4 * length) };
    })
    .toSorted((a, b) => a.whole - b.whole || b.score - a.score)
    .map(({ section }) => section);
}

function isPage({ id }: OutlineSection): boolean {
  return id.includes('#page=');
}
