import { figuresAsked, itemsOf, lineItem, periodsIn, type Measure } from '@quarry/arithmetic';

/** A measure that a question asks for, as line items to look for. */
export interface MeasureAsked {
  readonly measure: Measure;
  /** The line items of all formulas, by id, each as an item to look for. */
  readonly items: ReadonlyMap<string, string>;
}

/**
 * The measure that a question asks for; null if it asks for none, for several, or for one that it defines otherwise or
 * for no period or several: values of different periods must not be combined.
 */
export function measureAsked(question: string): MeasureAsked | null {
  const figures = figuresAsked(question);
  const measures = figures.flatMap((one) => (one.kind === 'measure' ? [one] : []));
  const [first] = measures;
  if (!first || measures.some(({ measure }) => measure !== first.measure) || figures.length > measures.length)
    return null;
  const { years } = periodsIn(question);
  if (
    years.length > 1 ||
    /\b(?:average|defined as|change in|increase|decrease|improve|decline|compare)/i.test(question)
  )
    return null;
  const when = whenIn(question);
  const names = question.match(/(?<![\p{L}\p{N}])[\p{Lu}\p{N}][\p{L}\p{N}&]{0,40}(?:['’]s)?/gu) ?? [];
  const said = new Set(`${first.phrase} ${when}`.split(' '));
  const who = names.filter(
    (name) =>
      !said.has(name.toLowerCase()) &&
      !/^(?:what|how|calculate|give|fy\d+|\d{4}|q[1-4]|is|was|in|for|the)$/i.test(name),
  );
  const ids = [...new Set(first.measure.formulas.flatMap(itemsOf))];
  const items = ids.map((id): [string, string] => [
    id,
    `${who.join(' ').replace(/['’]s/g, '')} ${lineItem(id).asked[0]} ${when}`.trim(),
  ]);
  return { measure: first.measure, items: new Map(items) };
}

/**
 * The first formula whose values are all known, with these values as they are written in an expression; otherwise an
 * empty text.
 * @param written in the order of the items; empty texts for unknown values
 */
export function measureExpression({ measure, items }: MeasureAsked, written: readonly string[]): string {
  const known = new Map([...items.keys()].map((id, at) => [id, written[at] ?? '']));
  const formula = measure.formulas.find((one) => itemsOf(one).every((id) => (known.get(id) ?? '') !== ''));
  return (formula ?? '').replace(/\{(\w{1,60})\}/g, (_all, id: string) => known.get(id) ?? id);
}

function whenIn(question: string): string {
  const { years, quarters } = periodsIn(question);
  const day =
    /\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}\b/i.exec(
      question,
    )?.[0];
  return [...quarters.map((quarter) => `q${quarter}`), ...(day === undefined ? [] : [day]), ...years].join(
    ' ',
  );
}
