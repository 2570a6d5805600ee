import type { OutlineSection } from '@quarry/turn';
import { askedOf, heldBy } from './asked';
import { documentsMeant } from './documents-meant';
import { raritiesOf, shareOf } from './fitting';
import { statesKind } from './statements';

/** What a word counts for by where it stands. */
const COUNTS = { title: 1, summary: 0.6 } as const;
/** What the title of the statement in which such figures stand counts for. */
const STATEMENT = 0.5;
/** What it counts for that a search for the item found its best hit in a section; of later ones less, a third of it for the ninth. */
const FOUND = 0.15;
const FADES = 4;
/** Characters from which a section takes several calls to read. */
const LONG = 12_000;

/** Sections that fit what is looked for, best first: by the words of titles and summaries, rare ones first, and by what a search found in them. */
export function sectionsFor(
  item: string,
  question: string,
  sections: readonly OutlineSection[],
): readonly OutlineSection[] {
  const asked = askedOf(item);
  const { paths } = documentsMeant(
    `${item} ${question}`,
    sections.map(({ path }) => path),
  );
  const texts = sections.map(({ title, summary }) => `${title} ${summary}`);
  const rarities = raritiesOf(asked, texts);
  return sections
    .filter(({ path }) => paths.has(path))
    .map((section) => {
      const places = [
        { held: heldBy(section.title), counts: COUNTS.title },
        { held: heldBy(section.summary), counts: COUNTS.summary },
      ];
      const share = shareOf(asked, rarities, places, heldBy(section.path));
      const statement = statesKind(item, section.title) ? STATEMENT : 0;
      const found = section.rank === undefined ? 0 : (FOUND * FADES) / (FADES + section.rank - 1);
      const length = section.characters > LONG ? Math.max(0.4, LONG / section.characters) : 1;
      // The whole of a long document is the last thing to read page by page.
      const whole = section.level === 0 && section.characters > LONG ? 1 : 0;
      return { section, whole, score: (share + statement + found + 0.01) * (0.6 + 0.4 * length) };
    })
    .toSorted((a, b) => a.whole - b.whole || b.score - a.score)
    .map(({ section }) => section);
}
