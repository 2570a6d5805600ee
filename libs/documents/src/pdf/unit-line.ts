/** Words and signs that name a unit of values. */
export const UNIT =
  /\b(?:(?:thousand|million|billion|crore|lakh)s?|per ?cent|per share|dollars|euros?|usd|eur|gbp|rupees)\b|[$€£₹]\s?['’]?000|\brs\.? in ['’]?000|\(in %\)/i;

/** Whether a line is the unit of the table below it, and nothing else: `(Amounts in ₹ million)`. */
export function isUnitLine(text: string): boolean {
  return /^\([^()]{1,80}\)$/.test(text) && UNIT.test(text);
}
