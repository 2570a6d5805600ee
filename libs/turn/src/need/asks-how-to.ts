/** How a user asks what to do, rather than what happens inside. */
const FORMS: readonly RegExp[] = [
  /^how (?:do|can|could|should|would|must|shall) (?:i|we|you|one|users?|people)\b/i,
  /^how to\b/i,
  /^what(?:'s| is) the (?:\w{1,20} )?way (?:to|of)\b/i,
  /^(?:can|could|may|should) (?:i|we|you|one|users?)\b/i,
];

/**
 * Whether a question asks how to use something or to reach a goal with it. Documentation and examples answer it better
 * than the implementation.
 *
 * @example
 * asksHowTo('How do I make an option required?');    // true
 * asksHowTo('How does the parser read an option?');  // false
 */
export function asksHowTo(question: string): boolean {
  const text = question.slice(0, 200).replace(/\s+/g, ' ').trim();
  return FORMS.some((form) => form.test(text));
}
