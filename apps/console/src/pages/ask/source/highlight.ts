/** A part of a line and its kind; null for plain text. */
export interface Part {
  readonly text: string;
  readonly as: 'comment' | 'string' | 'number' | 'word' | null;
}

const C_LIKE =
  'abstract as async await base bool boolean break case catch char class const constructor continue def default defer del delegate delete do double elif else enum event except export extends false final finally float fn for foreach from func function get go goto if impl implements import in int interface internal is lambda let lock long match mod mut namespace new nil None null object operator out override package params pass private protected pub public raise readonly record ref return sealed self set short sizeof static string struct super switch this throw throws trait True False true try type typeof uint undefined union use using val var virtual void volatile where while with yield';
const SQL =
  'add alter and as asc begin between bit by case check clustered column commit constraint create cross date datetime2 decimal declare default delete desc distinct drop else end exec execute exists foreign from function go group having identity if in index inner insert int into is join key left like merge nocount not null nvarchar on or order outer primary proc procedure references return returns right rollback rowversion select set table then throw top tran transaction trigger try union unique update using values varchar view when where while with';

/** Highlighting rules of a language: a few that apply to most code, not a grammar. */
interface Rules {
  readonly words: ReadonlySet<string>;
  readonly ignoreCase: boolean;
  /** Start of a comment to the end of the line. */
  readonly line: readonly string[];
  readonly block: boolean;
}

const RULES: Readonly<Record<string, Rules>> = {
  c: { words: new Set(C_LIKE.split(' ')), ignoreCase: false, line: ['//'], block: true },
  sql: { words: new Set(SQL.split(' ')), ignoreCase: true, line: ['--'], block: true },
  hash: { words: new Set(C_LIKE.split(' ')), ignoreCase: false, line: ['#'], block: false },
};
const OF_LANGUAGE: Readonly<Record<string, string>> = {
  csharp: 'c',
  typescript: 'c',
  javascript: 'c',
  tsx: 'c',
  java: 'c',
  go: 'c',
  rust: 'c',
  cpp: 'c',
  c: 'c',
  sql: 'sql',
  tsql: 'sql',
  python: 'hash',
  yaml: 'hash',
  shell: 'hash',
};

const TOKEN = /[A-Za-z_@$][\w$]*|\d[\w.]*|"|'|`|\/\*|\/\/|--|#|[^\w"'`/#-]+|./g;

/**
 * Each line in parts; plain for an unknown language. Multi-line comments are recognised from the first given line on.
 */
export function highlighted(lines: readonly string[], language: string | null): readonly (readonly Part[])[] {
  const rules = RULES[OF_LANGUAGE[language ?? ''] ?? ''];
  if (!rules) return lines.map((text) => [{ text, as: null }]);
  let inComment = false;
  return lines.map((line) => {
    const result = partsOf(line, rules, inComment);
    inComment = result.inComment;
    return result.parts;
  });
}

function partsOf(
  line: string,
  rules: Rules,
  began: boolean,
): { readonly parts: readonly Part[]; readonly inComment: boolean } {
  const parts: Part[] = [];
  let at = 0;
  let inComment = began;
  while (at < line.length) {
    if (inComment) {
      const end = line.indexOf('*/', at);
      const to = end < 0 ? line.length : end + 2;
      parts.push({ text: line.slice(at, to), as: 'comment' });
      inComment = end < 0;
      at = to;
      continue;
    }
    TOKEN.lastIndex = at;
    const [token = line.slice(at)] = TOKEN.exec(line) ?? [];
    if (rules.block && token === '/*') {
      inComment = true;
      continue;
    }
    const part = partOf(token, line.slice(at), rules);
    parts.push(part);
    at += Math.max(1, part.text.length);
  }
  return { parts, inComment };
}

function partOf(token: string, rest: string, rules: Rules): Part {
  if (rules.line.includes(token)) return { text: rest, as: 'comment' };
  if (token === '"' || token === "'" || token === '`')
    return { text: rest.slice(0, endOfString(rest, token)), as: 'string' };
  if (/^\d/.test(token)) return { text: token, as: 'number' };
  const word = rules.ignoreCase ? token.toLowerCase() : token;
  return { text: token, as: rules.words.has(word) ? 'word' : null };
}

/** Index after the closing quote, or the end of the line. */
function endOfString(text: string, quote: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}
