import { wordsOf } from './terms';

/** Words for how the asker puts a question, rather than for a thing that sources are about. */
const OF_THE_ASKER: ReadonlySet<string> = new Set(
  wordsOf(
    `again already always anything back best better change choose compare comes difference different either end enough everything exactly
     instead keep large left long longer longest never often old other question rather reason right same several something sort switched
     switch together try unless want went whole worked working wrong away without
     possible able available supported support supports allow allows offer offers provide provides contain include built know happen decide
     need there somehow someone anybody way ways kind kinds sorts feature features functionality capability option ability work works
     ever yet still currently default
     told tell say said look looked care front largest piece taken taken put gets got doing done come going picked`,
  ),
);
/** Adverbs tell how, not what. */
const ADVERB = /ly$/i;

/** Whether a word tells how the asker puts the question: `somehow`, `nicely`. */
export function isOfTheAsker(word: string): boolean {
  return ADVERB.test(word) || wordsOf(word).every((part) => OF_THE_ASKER.has(part));
}
