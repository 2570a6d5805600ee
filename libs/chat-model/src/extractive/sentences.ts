/** A full stop after these does not end a sentence: initials, titles. */
export const ABBREVIATION =
  /^(?:\p{Lu}|St|Mr|Mrs|Ms|Dr|Jr|Sr|Mt|Ft|No|Prof|Gen|Col|Capt|Lt|Rev|Inc|Corp|Co|Ltd)$/u;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences of a text by Unicode segmentation, but not after initials and titles: `Harris W. Fawell`. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of SENTENCES.segment(text)) {
    open += segment;
    const last = /([\p{L}\p{N}]{1,5})\.\s{0,5}$/u.exec(segment.slice(-12))?.[1];
    if (last !== undefined && ABBREVIATION.test(last) && open.length < 2_000) continue;
    sentences.push(open.trim());
    open = '';
  }
  return [...sentences, open.trim()].filter((sentence) => sentence !== '');
}
