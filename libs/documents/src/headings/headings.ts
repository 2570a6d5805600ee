import { defined, frontMatterLines } from '@quarry/turn';
/** A heading of a Markdown text. */
export interface Heading {
  /** Line of its text, from 1. */
  readonly line: number;
  /** From 1. */
  readonly level: number;
  /** Without the syntax of links, code and emphasis. */
  readonly text: string;
}

/** The title of a Markdown text and the headings of each of its lines. */
export interface Headings {
  /** From the front matter, otherwise from the first heading; undefined if there is neither. */
  readonly title?: string;
  /** In document order. */
  readonly all: readonly Heading[];
  /** The headings above a line (from 1), outermost first, including its own. */
  at(line: number): readonly string[];
}

/** A longer line is text that happens to begin with `#`. */
const MAX_HEADING = 200;
/** Lines among which front matter ends. */
const MOST_MATTER = 200;

/**
 * Reads headings (`# A`, and lines underlined with `===` or `---`) outside code fences, and `title:` of a YAML or TOML
 * front matter. Ignores other Markdown constructs.
 *
 * @example
 * const headings = headingsOf('# Guide\n\n## Setup\n\nInstall it.');
 * headings.title; // 'Guide'
 * headings.at(5); // ['Guide', 'Setup']
 */
export function headingsOf(text: string): Headings {
  const lines = text.split('\n');
  const matter = frontMatter(lines);
  const headings: Heading[] = [];
  const paths: (readonly string[])[] = [];
  let path: readonly Heading[] = [];
  let fence: string | null = null;
  for (let i = matter.lines; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && /^\s*[`~]+\s*$/.test(line)) fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const found = headingAt(line, lines[i + 1] ?? '');
    if (!found) continue;
    const heading = { line: i + 1, ...found };
    path = [...path.filter(({ level }) => level < heading.level), heading];
    headings.push(heading);
    paths.push(path.map((one) => one.text));
  }
  const title = matter.title ?? headings[0]?.text;
  return {
    ...defined({ title }),
    all: headings,
    at: (line) => paths[headings.findLastIndex((heading) => heading.line <= line)] ?? [],
  };
}

function headingAt(line: string, next: string): Pick<Heading, 'level' | 'text'> | null {
  if (line.length > MAX_HEADING) return null;
  const marks = /^ {0,3}(#{1,6})[ \t]/.exec(line)?.[1];
  if (marks !== undefined) {
    const text = headingText(line);
    return text === '' ? null : { level: marks.length, text };
  }
  const under = /^ {0,3}(=+|-{3,})[ \t]*$/.exec(next)?.[1];
  const isText = /^ {0,3}[\p{L}\p{N}`*_[]/u.test(line) && !/^ {0,3}([*+-]|\d+[.)])[ \t]/.test(line);
  return under !== undefined && isText
    ? { level: under.startsWith('=') ? 1 : 2, text: headingText(line) }
    : null;
}

/** The text of a heading line (Markdown, AsciiDoc, reStructuredText) without the syntax of headings, links and code. */
export function headingText(line: string): string {
  const own = /^ {0,3}(?:#{1,6}|={1,6})[ \t]+(.*)$/.exec(line)?.[1]?.replace(/[ \t](?:#+|=+)[ \t]*$/, '');
  return (own ?? line)
    .replace(/:[a-z][\w.+-]{0,40}:(?=`)/gi, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\{#[^}]*\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function frontMatter(lines: readonly string[]): { readonly lines: number; readonly title?: string } {
  const count = frontMatterLines(lines, MOST_MATTER);
  const entry = lines.slice(0, count).find((line) => /^title\s*[:=]/.test(line));
  const title = entry
    ?.replace(/^title\s*[:=]\s*/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .slice(0, MAX_HEADING);
  return { lines: count, ...(title ? { title } : {}) };
}
