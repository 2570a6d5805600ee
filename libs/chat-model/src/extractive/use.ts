/** Scores the way in which a line uses a name, 0..1: a call leads on, a mention as a type does not. */
const CALLED = 1;
const MENTIONED = 0.5;
const TYPED = 0.25;

/** SQL that executes the named object, or reads or writes it. */
const SQL_RUNS = /\b(?:exec(?:ute)?|call)\s+(?:[\w[\]]{1,100}\.){0,3}\[?$/i;
const SQL_READS = /\b(?:into|update|from|join|merge)\s+(?:[\w[\]]{1,100}\.){0,3}\[?$/i;
/** `new Invoice(`, `throw new …`: the result is data or an error. */
const MAKES = /\b(?:new|throw|raise)\s+(?:[\w.]{1,100}\.)?$/;

/**
 * Score of a name in a line: called or executed · mentioned, read or written · as a type · 0 if the line does not
 * contain it as a whole word, or contains only a word like it: `file` is a variable of that name rather than the
 * function.
 */
export function useOf(line: string, name: string): number {
  let best = 0;
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const before = line.charAt(at - 1);
    const rest = line.slice(at + name.length, at + name.length + 80);
    if (/[\p{L}\p{N}_$]/u.test(before) || /^[\p{L}\p{N}_$]/u.test(rest)) continue;
    best = Math.max(best, useAt(line.slice(0, at), name, rest));
  }
  return best;
}

function useAt(before: string, name: string, rest: string): number {
  if (SQL_RUNS.test(before.slice(-120))) return CALLED;
  if (SQL_READS.test(before.slice(-120))) return MENTIONED;
  const called = /^(?:<[^()]{0,60}>)?\(/.test(rest);
  if (called) return MAKES.test(before.slice(-120)) ? TYPED : CALLED;
  if (/^\p{Lu}/u.test(name) && !name.includes('_')) return TYPED;
  return /[\p{Ll}\p{N}][\p{Lu}_]|_/u.test(name) ? MENTIONED : 0;
}
