import { nameInWords, rarestPart } from './name-in-words';

/**
 * What a line does with a name: defines the function, class or heading of that name; declares it with a value that stands
 * there (`sets`), or with one that says nothing, such as `null` (`empties`); gives it another value later (`assigns`); or
 * says what its default is (`documents`).
 */
export type NameRole = 'defines' | 'sets' | 'empties' | 'assigns' | 'documents';

const KEYWORD =
  '(?:function\\*?|class|interface|type|enum|struct|trait|def|fn|func|namespace|module|record|protocol|object|macro|let|var|val|define|(?:create|alter)(?: or (?:alter|replace))? (?:proc|procedure|table|view|function|trigger))';
/** A value that needs nothing else to be read: a number, text, a truth value, a constant, a list. */
const LITERAL =
  '(?:[-+]?[\\d.]|["\'`]|[Tt]rue\\b|[Ff]alse\\b|\\[|\\{|\\(|\\p{Lu}[\\p{Lu}\\p{N}_]{2,}|new \\p{Lu}|\\p{Lu}\\w+\\.\\p{Lu}|\\p{Lu}\\w{1,40}(?:\\.|::)\\w{1,40}\\(\\d)';
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
  readonly property: RegExp;
  readonly heading: RegExp;
  readonly sets: RegExp;
  /** The name up to its value, without a type and with one: what stands before the value of `sets`. */
  readonly before: readonly RegExp[];
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
  if (simple === '' || !line.toLowerCase().includes(rarestPart(simple.toLowerCase()))) return null;
  const patterns = patternsOf(simple);
  if (patterns.empties.test(line)) return 'empties';
  if (patterns.sets.test(line)) {
    // In any case of letters, a variable of one word looks like a constant.
    const isStated = !simple.includes(' ') || settingNamed(line, simple) !== null;
    return patterns.member.test(line) || !isStated ? 'assigns' : 'sets';
  }
  // A constant has one value, however it is computed.
  if (CONSTANT.test(simple) && patterns.constant.test(line)) return 'sets';
  if (patterns.heading.test(line)) return documentsDefault([line, ...after]) ? 'documents' : 'defines';
  if (DEFINES.some((pattern) => patterns[pattern].test(line))) return 'defines';
  if (after[0]?.trim() === '{' && patterns.property.test(line)) return 'defines';
  if (patterns.named.test(line) && DEFAULT.test(line)) return 'documents';
  return patterns.documents.test(line) && documentsDefault([line, ...after]) ? 'documents' : null;
}

/**
 * The name, as a line writes it, that gives a setting in words its value; null if the line does not, or its value needs
 * something else to be read.
 *
 * @example
 * settingNamed('const CLOSE_TIMEOUT = 30_000;', 'close timeout'); // 'CLOSE_TIMEOUT'
 * settingNamed('closeTimeout: options.closeTimeout,', 'close timeout'); // null
 */
export function settingNamed(line: string, words: string): string | null {
  if (!line.toLowerCase().includes(rarestPart(words.toLowerCase()))) return null;
  const { before, member } = patternsOf(words);
  if (member.test(line)) return null;
  for (const pattern of before) {
    const found = pattern.exec(line);
    if (found && VALUE.test(line.slice(found.index + found[0].length)))
      return /[\p{L}\p{N}_$][\p{L}\p{N}_$ -]*/u.exec(found[0])?.[0].trim() ?? null;
  }
  return null;
}

const VALUE = new RegExp(`^${LITERAL}`, 'u');

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
  const name = nameInWords(simple);
  // The last one is a property of C#: `int Limit { get; set; } = 100;`.
  const type = '(?:\\s*\\??:\\s*[^=;{}]{1,80}?|\\s+\\*?[\\w.<>\\[\\]]{1,40}|\\s*\\{\\s*get;[^{}=]{0,60}\\})?';
  // A setting in words has a name of these words: "date pattern", `DEFAULT_DATE_PATTERN`.
  const isWords = simple.includes(' ');
  const start = isWords ? '(?<![\\w$])(?:default[_ -]?)?' : '(?<![\\w$])';
  const setWith = (typed: string): string =>
    `${start}["'\`]?${name}["'\`]?${typed}\\s*(?::?=|\\?\\?=|\\|\\|=|:)\\s*(?:&|f|r|b)?`;
  const set = setWith(type);
  const patterns = {
    defines: new RegExp(
      `(?:^|[\\s;])(?:${KEYWORD}\\s+(?:\\([^)]{0,80}\\)\\s*)?(?:[\\w\\[\\]"]+[.:]+)*["\\[]?${name}(?![\\w$])|` +
        // In C#, `static Command For()` has the type of a method behind the word.
        `(?:const|static)\\s+${name}(?![\\w$])(?!\\s+\\w))`,
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
    // A property of C# whose accessors stand below it.
    property: new RegExp(
      `^\\s*(?:${MODIFIERS}|(?:override|virtual|new|required)\\s+)+[\\w<>\\[\\],.?]+\\s+${name}\\s*$`,
      'u',
    ),
    heading: new RegExp(
      `^\\s{0,3}(?:#{1,6}\\s+|<h[1-6][^>]{0,80}>|=+\\s)[\`*_ ]*(?:\\w+\\.)?${name}s?(?![\\w$])`,
      'iu',
    ),
    sets: new RegExp(set + LITERAL, isWords ? 'iu' : 'u'),
    before: ['', type.slice(0, -1)].map((typed) => new RegExp(setWith(typed), 'iu')),
    constant: new RegExp(
      `^\\s*(?:(?:export|const|static|final|public|private|protected|internal|readonly|pub|var|val|let)\\s+)*(?:[\\w<>\\[\\]]+\\s+)?${name}${type}\\s*:?=\\s*[^=\\s>]`,
      'u',
    ),
    member: new RegExp(`[\\w\\])](?:\\.|->|\\?\\.)["'\`]?${name}(?![\\w$])`, isWords ? 'iu' : 'u'),
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
