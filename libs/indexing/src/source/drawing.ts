import type { DecodedText, NotText } from './decode';

/** What a reader of a drawing sees as words, or what runs in it. */
const WORDS =
  /<(?:\w+:)?(?:text|tspan|textPath|title|desc|foreignObject|script)\b|\b(?:aria-label|inkscape:label)\s*=/i;

/** Whether a path is that of an SVG drawing: text by its format, a picture by its content. */
export function isDrawing(path: string): boolean {
  return /\.svg$/i.test(path);
}

/**
 * A text file, or why it is skipped: an SVG drawing without words has nothing but coordinates, which answer no question
 * and cost a vector for each window of them.
 */
export function unlessDrawing<Text extends DecodedText | NotText>(path: string, text: Text): Text | NotText {
  if (text.kind !== 'text' || !isDrawing(path) || WORDS.test(text.text)) return text;
  return { kind: 'binary', reason: 'a drawing without text (SVG); pictures are not read' };
}
