import type { DocumentLine } from '../../document';

/** Adjacent lines of the same appearance with more characters than this are a paragraph, whatever their font. */
const PARAGRAPH = 350;

/** True for each line that belongs to a paragraph. */
export function paragraphLines(lines: readonly DocumentLine[]): readonly boolean[] {
  const within = lines.map(() => false);
  for (let from = 0; from < lines.length;) {
    let to = from + 1;
    let characters = lines[from]?.text.length ?? 0;
    while (to < lines.length && goesOn(lines[to - 1], lines[to])) characters += lines[to++]?.text.length ?? 0;
    if (characters > PARAGRAPH) within.fill(true, from, to);
    from = to;
  }
  return within;
}

function goesOn(above: DocumentLine | undefined, below: DocumentLine | undefined): boolean {
  return (
    above?.kind !== 'row' &&
    below?.kind !== 'row' &&
    above?.size === below?.size &&
    above?.bold === below?.bold &&
    isBelow(above, below)
  );
}

/** Whether a line is directly below another, with no more space between them than within a paragraph. */
export function isBelow(above: DocumentLine | undefined, below: DocumentLine | undefined): boolean {
  const [upper, lower] = [above?.layout, below?.layout];
  if (!upper?.box || !lower?.box || upper.page !== lower.page) return false;
  const height = upper.box[3] - upper.box[1];
  return lower.box[1] - upper.box[3] < height * 0.6 && lower.box[1] >= upper.box[1];
}
