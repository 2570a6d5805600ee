import { isRow } from '@quarry/arithmetic';
import type { Evidence } from '@quarry/turn';
import { sentencesOf } from '../sentences';
import { textWordsOf, type Target } from './target';
import { raritiesOf, shareOf, whenFits } from './fitting';

/** A sentence that matches the item. */
export interface FittingSentence {
  readonly evidence: Evidence;
  readonly text: string;
  /** 0..1. */
  readonly score: number;
}

const COUNTS = { before: 0.5, title: 0.5 } as const;
const LONGEST = 600;
/** A line that begins a note or a list item. */
const ITEM = /^(?:\([a-z\d]{1,3}\)|[•·▪◦]|\d{1,2}\.)\s/i;

/** Sentences of the running text, best first; ties in the order of the text. */
export function fittingSentences(target: Target, read: readonly Evidence[]): readonly FittingSentence[] {
  const texts = read.flatMap((evidence) => sentencesIn(evidence.text).map((text) => ({ evidence, text })));
  const rarities = raritiesOf(
    target,
    texts.map(({ text }) => text),
  );
  return texts
    .map(({ evidence, text }, at) => {
      const before = texts[at - 1]?.evidence === evidence ? (texts[at - 1]?.text ?? '') : '';
      const own = [{ words: textWordsOf(text), counts: 1 }];
      const around = [
        { words: textWordsOf(before), counts: COUNTS.before },
        { words: textWordsOf(`${evidence.section ?? ''} ${evidence.title ?? ''}`), counts: COUNTS.title },
      ];
      const bears = shareOf(target, rarities, own, textWordsOf('')) > 0;
      const share = bears ? shareOf(target, rarities, [...own, ...around], textWordsOf(evidence.path)) : 0;
      return { evidence, text, score: share * whenFits(target, text, before) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

/** Sentences of the lines that are not table rows. A line break within a paragraph does not end a sentence. */
function sentencesIn(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let open = '';
  const close = (): void => {
    if (open !== '') paragraphs.push(open);
    open = '';
  };
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || isRow(line)) close();
    else {
      if (ITEM.test(line)) close();
      open = `${open} ${line}`.trim();
      if (open.length > 4_000) close();
    }
  }
  close();
  return paragraphs.flatMap(sentencesOf).filter((one) => one.length > 15 && one.length <= LONGEST);
}
