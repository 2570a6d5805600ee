/** Wrapper types whose members are those of the value inside. */
const WRAPPERS = new Set([
  'Promise',
  'PromiseLike',
  'Awaited',
  'Readonly',
  'Partial',
  'Required',
  'NonNullable',
  'Task',
  'ValueTask',
  'Optional',
  'Type',
  'Final',
  'ClassVar',
  'Annotated',
  'Awaitable',
  'Coroutine',
  'Box',
  'Rc',
  'Arc',
  'Option',
  'Result',
  'RefCell',
  'Mutex',
  'RwLock',
  'Lazy',
]);

/**
 * Name of the type with a value's members: `Invoice` of `Promise<Invoice | null>`; undefined for lists and similar
 * types.
 */
export function headOf(text: string): string | undefined {
  let rest = text;
  for (let i = 0; i < 8; i++) {
    rest = plain(rest);
    if (rest === '' || rest.startsWith('[') || /\]\s*$/.test(rest) !== /^[\w.$:]+\[.+\]$/.test(rest))
      return undefined;
    const open = rest.search(/[<[]/);
    if (open < 0) return /^[\p{L}\p{N}_$./]+$/u.test(rest) ? rest : undefined;
    const name = rest.slice(0, open);
    if (!WRAPPERS.has(lastName(name)))
      return /^[\p{L}\p{N}_$./]+$/u.test(name) && rest[open + 1] !== ']' ? name : undefined;
    const inside = argumentsOf(rest.slice(open + 1, -1));
    const next = name === 'Coroutine' ? inside.at(-1) : inside[0];
    if (next === undefined) return undefined;
    rest = next;
  }
  return undefined;
}

/** A name without what it is in: `Result` of `io.Result`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Element type of a list, `Invoice` of `Invoice[]`, `List<Invoice>`, `[]Invoice`, and value type of a map. */
export function elementOf(text: string): string | undefined {
  const rest = plain(text.replace(/^readonly\s+/, ''));
  if (rest.startsWith('[')) {
    const go = /^\[\w*\](.+)$/.exec(rest);
    if (go) return go[1];
    return rest.endsWith(']') ? rest.slice(1, -1).split(';')[0] : undefined;
  }
  const goMap = /^map\[[^\]]*\](.+)$/.exec(rest);
  if (goMap) return goMap[1];
  if (rest.endsWith('[]')) return rest.slice(0, -2).replace(/^\(([^()]*)\)$/, '$1');
  const open = rest.search(/[<[]/);
  if (open < 0) return undefined;
  const inside = argumentsOf(rest.slice(open + 1, -1));
  const isMap = /(Map|Dictionary|[dD]ict)$/.test(rest.slice(0, open));
  return inside.length === 1 && !isMap ? inside[0] : undefined;
}

/** Type of one part of a tuple, from 0: `Ignore` of `(Ignore, Option<Error>)` and 0. */
export function partOf(text: string, part: number): string | undefined {
  const rest = plain(text);
  return rest.startsWith('(') && rest.endsWith(')') ? argumentsOf(rest.slice(1, -1))[part] : undefined;
}

/**
 * Type of a parameter of a function type: `Event` of `(name: string, event: Event) => void` and 1; undefined for any
 * other type. Of a union, its first function.
 */
export function parameterOf(text: string, parameter: number): string | undefined {
  for (const option of splitTop(text, '|')) {
    const whole = option.trim();
    const inner = whole.startsWith('((') && whole.endsWith(')') ? whole.slice(1, -1) : whole;
    const [list = '', arrow] = splitAfterBrackets(inner);
    if (!arrow?.startsWith('=>')) continue;
    const parameters = argumentsOf(list).filter((each) => !each.startsWith('this:'));
    const written = parameters[parameter];
    return written === undefined ? undefined : /^\w+\??:(.*)$/s.exec(written)?.[1]?.trim();
  }
  return undefined;
}

/** `(a) rest` as `a` and `rest`. */
function splitAfterBrackets(text: string): readonly string[] {
  if (!text.startsWith('(')) return [];
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return [text.slice(1, i), text.slice(i + 1).trim()];
  }
  return [];
}

/** Without references, pointers, nullability and `| null`. A union of two types is ambiguous. */
function plain(text: string): string {
  const options = splitTop(text, '|')
    .map((option) => option.trim())
    .filter((option) => !/^(null|undefined|None)$/.test(option));
  if (options.length !== 1) return '';
  return options[0]!
    .replace(
      // A lifetime has lost its quote: `&a Config`.
      /^(&\s*('?\w+\s+)?(mut\s+)?|\*|(dyn|impl|mut|readonly|ref|out|in|params|final|const)\s+|global::)+/g,
      '',
    )
    .replace(/[?!]$/, '')
    .replaceAll('::', '.')
    .trim();
}

function argumentsOf(text: string): readonly string[] {
  return splitTop(text, ',').map((part) => part.trim());
}

/** Splits at a separator outside brackets. */
function splitTop(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if ('<[({'.includes(char)) depth++;
    else if ('>])}'.includes(char) && text[i - 1] !== '=') depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
}
