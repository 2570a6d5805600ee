import { isRow } from '@quarry/arithmetic';
import type { Evidence } from '@quarry/turn';
import { sentencesOf } from '../sentences';
import { heldBy, type Asked } from './asked';
import { raritiesOf, shareOf, whenFits } from './fitting';

/** A sentence of what was read that fits what is asked. */
export interface FittingSentence {
  readonly evidence: Evidence;
  readonly text: string;
  /** 0..1. */
  readonly score: number;
}

const COUNTS = { before: 0.5, title: 0.5 } as const;
const LONGEST = 600;
/** A line that begins a note or an item of a list. */
const ITEM = /^(?:\([a-z\d]{1,3}\)|[•·▪◦]|\d{1,2}\.)\s/i;

/** Sentences of the running text, best first; equal ones in the order of the text. */
export function fittingSentences(asked: Asked, read: readonly Evidence[]): readonly FittingSentence[] {
  const texts = read.flatMap((evidence) => sentencesIn(evidence.text).map((text) => ({ evidence, text })));
  const rarities = raritiesOf(
    asked,
    texts.map(({ text }) => text),
  );
  return texts
    .map(({ evidence, text }, at) => {
      const before = texts[at - 1]?.evidence === evidence ? (texts[at - 1]?.text ?? '') : '';
      const own = [{ held: heldBy(text), counts: 1 }];
      const around = [
        { held: heldBy(before), counts: COUNTS.before },
        { held: heldBy(`${evidence.section ?? ''} ${evidence.title ?? ''}`), counts: COUNTS.title },
      ];
      const bears = shareOf(asked, rarities, own, heldBy('')) > 0;
      const share = bears ? shareOf(asked, rarities, [...own, ...around], heldBy(evidence.path)) : 0;
      return { evidence, text, score: share * whenFits(asked, text, before) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

/** Sentences of the lines that are no rows of tables; a line end within a paragraph ends none. */
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
