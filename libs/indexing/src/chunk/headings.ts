/** The title of a Markdown text and what heads each of its lines. */
export interface Headings {
  /** From the front matter, else the first heading; undefined where there is neither. */
  readonly title?: string;
  /** The headings above a line (from 1), outermost first, its own included. */
  at(line: number): readonly string[];
}

interface Heading {
  readonly line: number;
  readonly path: readonly string[];
}

/** Longer headings are text that happens to begin with `#`. */
const MAX_HEADING = 200;

/**
 * Reads headings (`# A`, and lines underlined with `===` or `---`) outside code fences, and `title:` of a YAML or TOML front matter.
 * Other constructs of Markdown do not matter here.
 */
export function headingsOf(text: string): Headings {
  const lines = text.split('\n');
  const matter = frontMatter(lines);
  const headings: Heading[] = [];
  let path: { readonly level: number; readonly text: string }[] = [];
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
    const heading = headingAt(line, lines[i + 1] ?? '');
    if (!heading) continue;
    path = [...path.filter(({ level }) => level < heading.level), heading];
    headings.push({ line: i + 1, path: path.map((one) => one.text) });
  }
  const title = matter.title ?? headings[0]?.path.at(-1);
  return {
    ...(title === undefined ? {} : { title }),
    at: (line) => headings.findLast((heading) => heading.line <= line)?.path ?? [],
  };
}

/** `Title › Section`; a title is not said twice. */
export function titleOf(...names: readonly (string | undefined)[]): string | undefined {
  const said = names.filter((name, i) => name !== undefined && name !== '' && name !== names[i - 1]);
  return said.length === 0 ? undefined : said.join(' › ');
}

function headingAt(line: string, next: string): { readonly level: number; readonly text: string } | null {
  if (line.length > MAX_HEADING) return null;
  const atx = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line);
  if (atx) {
    const text = plain((atx[2] ?? '').replace(/[ \t]#+[ \t]*$/, ''));
    return text === '' ? null : { level: (atx[1] ?? '').length, text };
  }
  const under = /^ {0,3}(=+|-{3,})[ \t]*$/.exec(next)?.[1];
  const isText = /^ {0,3}[\p{L}\p{N}`*_[]/u.test(line) && !/^ {0,3}([*+-]|\d+[.)])[ \t]/.test(line);
  return under !== undefined && isText ? { level: under.startsWith('=') ? 1 : 2, text: plain(line) } : null;
}

/** Without the marks of links, code and emphasis. */
function plain(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\{#[^}]*\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function frontMatter(lines: readonly string[]): { readonly lines: number; readonly title?: string } {
  const fence = lines[0]?.trimEnd();
  if (fence !== '---' && fence !== '+++') return { lines: 0 };
  const end = lines.findIndex((line, i) => i > 0 && i < 200 && line.trimEnd() === fence);
  if (end < 0) return { lines: 0 };
  const entry = lines.slice(1, end).find((line) => /^title\s*[:=]/.test(line));
  const title = entry
    ?.replace(/^title\s*[:=]\s*/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .slice(0, MAX_HEADING);
  return { lines: end + 1, ...(title ? { title } : {}) };
}
