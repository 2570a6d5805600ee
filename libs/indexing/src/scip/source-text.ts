import type { PlacedNode } from './placed-node';
import type { ScipDocument, ScipOccurrence } from './scip-index';

const WORD = /^[\p{L}\p{N}_$]$/u;
const DECLARING = new Set(['def', 'class', 'function', 'interface', 'fn', 'func']);
/** Characters of type arguments between a name and its call: `parse<Map<string, number>>(text)`. */
const MAX_TYPE_ARGUMENTS = 300;

/** The lines of a source file, read at the places that an index names. */
export class SourceText {
  private readonly lines: readonly string[];

  constructor(
    text: string,
    private readonly encoding: ScipDocument['encoding'],
  ) {
    this.lines = text.split('\n');
  }

  /** The identifier at an occurrence; undefined where there is no whole identifier, as in a changed file. */
  nameAt({ line, column, endLine, endColumn }: ScipOccurrence): string | undefined {
    const text = this.lines[line];
    if (text === undefined || endLine !== line) return undefined;
    const [start, end] = [this.offset(text, column), this.offset(text, endColumn)];
    const name = text.slice(start, end);
    if (name === '' || end - start !== name.length || ![...name].every((letter) => WORD.test(letter)))
      return undefined;
    const isWhole = !WORD.test(text.charAt(start - 1)) && !WORD.test(text.charAt(end));
    return isWhole ? name : undefined;
  }

  /** Whether there is a name at an occurrence, or `name as other`, which scip-python takes for one. */
  beginsWithName(occurrence: ScipOccurrence): boolean {
    const { line, column, endColumn } = occurrence;
    const text = this.lines[line] ?? '';
    const [name, as] = text.slice(this.offset(text, column), this.offset(text, endColumn)).split(' ');
    if (as !== 'as') return this.nameAt(occurrence) !== undefined;
    return [...(name ?? '')].every((letter) => WORD.test(letter));
  }

  /** Whether the lines of a definition contain its name. */
  names({ name, startLine = 1, endLine = startLine }: PlacedNode): boolean {
    return this.lines.slice(startLine - 1, endLine).some((line) => line.includes(name));
  }

  /** Whether the name at an occurrence is that of a definition, as of a property's setter in Python. */
  isDeclaredAt({ line, column }: ScipOccurrence): boolean {
    const text = this.lines[line] ?? '';
    const word = text.slice(0, this.offset(text, column)).trimEnd().split(/\s/).at(-1) ?? '';
    return DECLARING.has(word);
  }

  /** Whether the name at an occurrence is that of a member: `self.set`. */
  isMemberAt({ line, column }: ScipOccurrence): boolean {
    const text = this.lines[line] ?? '';
    return text.slice(0, this.offset(text, column)).trimEnd().endsWith('.');
  }

  /** Whether the name at an occurrence is called there: `f(`, `f?.(`, `f<T>(`, `` f` ``. */
  isCalledAt({ line, endColumn }: ScipOccurrence): boolean {
    const text = this.lines[line] ?? '';
    const rest = text.slice(this.offset(text, endColumn)).trimStart();
    const called = (after: string) => after.startsWith('(') || after.startsWith('`');
    if (called(rest)) return true;
    if (rest.startsWith('?.(') || rest.startsWith('!(')) return true;
    if (rest === '') return (this.lines[line + 1] ?? '').trimStart().startsWith('(');
    return rest.startsWith('<') && called(afterBrackets(rest));
  }

  /** The unit of JavaScript's texts, from the unit of the index. */
  private offset(text: string, column: number): number {
    if (this.encoding === 'utf16' || column <= 0) return column;
    if (this.encoding === 'utf8') return Buffer.from(text).subarray(0, column).toString().length;
    return [...text].slice(0, column).join('').length;
  }
}

/** The text after balanced angle brackets; empty if they do not end soon. */
function afterBrackets(text: string): string {
  let depth = 0;
  for (let at = 0; at < Math.min(text.length, MAX_TYPE_ARGUMENTS); at++) {
    if (text[at] === '<') depth++;
    if (text[at] === '>' && text[at - 1] !== '=') depth--;
    if (depth === 0) return text.slice(at + 1).trimStart();
  }
  return '';
}
