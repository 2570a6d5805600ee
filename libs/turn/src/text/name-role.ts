/**
 * What a line does with a name: defines the function, class or heading of that name; declares it with a value that stands
 * there (`sets`), or with one that says nothing, such as `null` (`empties`); gives it another value later (`assigns`); or
 * says what its default is (`documents`).
 */
export type NameRole = 'defines' | 'sets' | 'empties' | 'assigns' | 'documents';

const KEYWORD =
  '(?:function\\*?|class|interface|type|enum|struct|trait|impl|def|fn|func|namespace|module|record|protocol|object|macro|const|let|var|val|static|define|(?:create|alter)(?: or (?:alter|replace))? (?:proc|procedure|table|view|function|trigger))';
/** A value that needs nothing else to be read: a number, text, a truth value, a constant, a list. */
const LITERAL =
  '(?:[-+]?[\\d.]|["\'`]|[Tt]rue\\b|[Ff]alse\\b|\\[|\\{|\\(|\\p{Lu}[\\p{Lu}\\p{N}_]{2,}|new \\p{Lu}|\\p{Lu}\\w+\\.\\p{Lu})';
const EMPTY = '(?:null|nil|None|undefined|NULL)\\b';
/** A type as a field of a Go struct has it: `bool`, `*Logger`, `[]Hook`, `io.Writer`, `func(int) error`. */
const GO_TYPE =
  '(?:(?:bool|string|error|byte|rune|any|u?int(?:8|16|32|64)?|uintptr|float(?:32|64)|complex(?:64|128))|(?:[*\\[]|map\\[|chan |func\\(|interface\\{|struct\\{|\\w+\\.\\p{Lu}|\\p{Lu}\\w*$)[^=:;]{0,120}(?<![,(]))';
const MODIFIERS =
  '(?:(?:public|private|protected|internal|static|final|readonly|volatile|transient|declare|abstract)\\s+)';
/** Lines after the one that names a parameter in which its documentation states the default. */
const DOCUMENTATION = 3;

interface Patterns {
  readonly defines: RegExp;
  readonly method: RegExp;
  readonly field: RegExp;
  readonly heading: RegExp;
  readonly sets: RegExp;
  readonly constant: RegExp;
  readonly member: RegExp;
  readonly empties: RegExp;
  readonly documents: RegExp;
  readonly named: RegExp;
}
const MOST_KNOWN = 500;
const known = new Map<string, Patterns>();

/**
 * What a line does with a name; null if it only mentions it, or does not.
 *
 * @param after the lines that follow, in which documentation may go on
 *
 * @example
 * roleOf('const timeout = 30_000;', 'timeout'); // 'sets'
 * roleOf('export class Client {', 'Client');    // 'defines'
 * roleOf('await client.send(timeout);', 'timeout'); // null
 */
export function roleOf(line: string, name: string, after: readonly string[] = []): NameRole | null {
  const simple = name.split(/::|->|[.#/\\]/).at(-1) ?? name;
  if (simple === '' || !line.toLowerCase().includes(simple.toLowerCase().split(' ')[0] ?? '')) return null;
  const patterns = patternsOf(simple);
  if (patterns.empties.test(line)) return 'empties';
  if (patterns.sets.test(line)) return patterns.member.test(line) ? 'assigns' : 'sets';
  // A constant has one value, however it is computed.
  if (CONSTANT.test(simple) && patterns.constant.test(line)) return 'sets';
  if (patterns.heading.test(line)) return documentsDefault([line, ...after]) ? 'documents' : 'defines';
  if (DEFINES.some((pattern) => patterns[pattern].test(line))) return 'defines';
  if (patterns.named.test(line) && DEFAULT.test(line)) return 'documents';
  return patterns.documents.test(line) && documentsDefault([line, ...after]) ? 'documents' : null;
}

const DEFINES = ['defines', 'method', 'field'] as const;

/** A name in capitals, as constants have. */
const CONSTANT = /^\p{Lu}[\p{Lu}\p{N}_]+$/u;
const DEFAULT = /\bdefaults?\b/i;

function documentsDefault(lines: readonly string[]): boolean {
  return lines.slice(0, DOCUMENTATION + 1).some((line) => DEFAULT.test(line));
}

function patternsOf(simple: string): Patterns {
  const before = known.get(simple);
  if (before) return before;
  const name = simple.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ /g, '[ _-]?');
  const type = '(?:\\s*\\??:\\s*[^=;{}]{1,80}?|\\s+\\*?[\\w.<>\\[\\]]{1,40})?';
  // A setting in words has a name of these words: "date pattern", `DEFAULT_DATE_PATTERN`.
  const isWords = simple.includes(' ');
  const start = isWords ? '(?<![\\w$])(?:default[_ -]?)?' : '(?<![\\w$])';
  const set = `${start}["'\`]?${name}["'\`]?${type}\\s*(?::?=|\\?\\?=|\\|\\|=|:)\\s*(?:&|f|r|b)?`;
  const patterns = {
    defines: new RegExp(
      `(?:^|[\\s;])${KEYWORD}\\s+(?:\\([^)]{0,80}\\)\\s*)?(?:[\\w\\[\\]"]+[.:]+)*["\\[]?${name}(?![\\w$])`,
      'iu',
    ),
    // A method without a keyword: modifiers or a type before it, or an open body behind it.
    method: new RegExp(
      `^\\s*(?:(?:public|private|protected|internal|static|final|abstract|async|override|virtual|synchronized|get|set)\\s+)*(?:[\\w<>\\[\\],.?]+\\s+){0,3}${name}\\s*(?:<[^>]{0,60}>)?\\([^;]{0,200}\\{\\s*$`,
      'u',
    ),
    field: new RegExp(
      `^\\s+(?:${name}(?:\\s*,\\s*\\w+)*\\s+${GO_TYPE}(?:\\s+\`[^\`]*\`)?\\s*(?://.*)?$|` +
        `${MODIFIERS}*${name}[?!]?:\\s*[^=;]{1,120};\\s*$|${MODIFIERS}+[\\w<>\\[\\],.?]+\\s+${name}\\s*;\\s*$)`,
      'u',
    ),
    heading: new RegExp(
      `^\\s{0,3}(?:#{1,6}\\s+|<h[1-6][^>]{0,80}>|=+\\s)[\`*_ ]*(?:\\w+\\.)?${name}s?(?![\\w$])`,
      'iu',
    ),
    sets: new RegExp(set + LITERAL, isWords ? 'iu' : 'u'),
    constant: new RegExp(
      `^\\s*(?:(?:export|const|static|final|public|private|protected|internal|readonly|pub|var|val|let)\\s+)*(?:[\\w<>\\[\\]]+\\s+)?${name}${type}\\s*:?=\\s*[^=\\s>]`,
      'u',
    ),
    member: new RegExp(`[\\w\\])](?:\\.|->|\\?\\.)["'\`]?${name}(?![\\w$])`, 'u'),
    empties: new RegExp(set + EMPTY, isWords ? 'iu' : 'u'),
    // A parameter at the beginning of its documentation: ":param x:", "@param x", "- `x`", "x (number)".
    documents: new RegExp(
      `^[\\s*#/>|-]*(?:[:@\\\\]?param(?:eter)?\\s+)?(?:\\{[^}]{0,60}\\}\\s*)?["'\`*]*${name}["'\`*]*\\s*(?:\\([^)]{0,60}\\)\\s*)?(?:[:|—–-]|$)`,
      'iu',
    ),
    named: new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'iu'),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(simple, patterns);
  return patterns;
}
