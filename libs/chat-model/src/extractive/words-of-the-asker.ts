import { wordsOf } from './terms';

/** Words for what the asker wants to know, rather than for a thing that is there or not. */
const OF_THE_ASKER = new Set(
  wordsOf(
    `possible able available supported support supports allow allows offer offers provide provides contain include built know happen decide
     need want try there somehow anything something someone anybody way ways kind kinds sort sorts feature features functionality
     capability option ability correctly properly automatically safe safely easy easily directly actually really ever already
     yet still currently default work works`,
  ),
);
/** Words for how a question describes a thing: in a yes-or-no question, they can be the thing itself. */
const DESCRIBING = new Set(
  wordsOf(
    `again always back best better change choose compare comes difference different either end enough everything exactly
     instead keep large left long longer longest never often old other question rather reason right same several switched
     switch together unless went whole worked working wrong away without
     told tell say said look looked care front largest piece taken taken put gets got doing done come going picked
     nicely recently simply handled treated dealt leads led
     raise raises raised raising cover covers covered covering affect affects affected involve involves involved
     responsible cause causes caused occur occurs occurred trigger triggers triggered break breaks`,
  ),
);

/** Whether a word tells what the asker wants to know: `somehow`, `supported`. */
export function isOfTheAsker(word: string): boolean {
  return wordsOf(word).every((part) => OF_THE_ASKER.has(part));
}

/** Whether it does, or tells how a question describes a thing: `nicely`, `different`. */
export function isDescribing(word: string): boolean {
  return wordsOf(word).every((part) => OF_THE_ASKER.has(part) || DESCRIBING.has(part));
}
