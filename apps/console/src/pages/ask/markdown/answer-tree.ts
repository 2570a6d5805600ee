import MarkdownIt, { type Token } from 'markdown-it';
import { splitMarks } from './marks';
import { claimPieces } from './claim-signs';

/** The elements of an answer: no images, no links, no HTML. Everything else is shown as text. */
export type AnswerNode =
  | { readonly kind: 'text'; readonly text: string; readonly claim?: number }
  | { readonly kind: 'code'; readonly text: string; readonly claim?: number }
  | { readonly kind: 'cite'; readonly n: number }
  /** The end of a sentence that was checked against the evidence. */
  | { readonly kind: 'claim'; readonly claim: number }
  | { readonly kind: 'break' }
  | { readonly kind: 'rule' }
  | { readonly kind: 'block'; readonly text: string; readonly language: string }
  | {
      readonly kind: 'element';
      readonly tag: AnswerTag;
      readonly start?: number;
      readonly children: readonly AnswerNode[];
    };

const TAGS = [
  'p',
  'ul',
  'ol',
  'li',
  'em',
  'strong',
  's',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
/** Elements of an answer. */
export type AnswerTag = (typeof TAGS)[number];

/**
 * No HTML, and addresses do not become links. Escaped characters stay apart: the `\[5\]` of a quoted document does not
 * cite.
 */
const PARSER = new MarkdownIt('commonmark', { html: false, linkify: false })
  .enable(['table', 'strikethrough'])
  .disable(['html_block', 'html_inline', 'image', 'link', 'autolink', 'reference', 'entity', 'text_join']);

/** `__init__`: a name, as answers about code contain it; emphasis in bold has asterisks, or several words. */
const DUNDER = /__\w{1,80}?__(?!\w)/y;
PARSER.inline.ruler.before('emphasis', 'dunder', (state, silent) => {
  DUNDER.lastIndex = state.pos;
  const name = DUNDER.exec(state.src)?.[0];
  if (name === undefined) return false;
  if (!silent) state.pending += name;
  state.pos += name.length;
  return true;
});

interface Open {
  readonly tag: AnswerTag | null;
  readonly start?: number;
  readonly children: AnswerNode[];
}

/** The answer as a tree. Claims are marked in `text` by the signs of `claim-signs.ts`. */
export function answerTree(text: string): readonly AnswerNode[] {
  const root: Open = { tag: null, children: [] };
  const builder = { open: [root], claim: undefined as number | undefined };
  for (const token of PARSER.parse(text, {})) {
    if (token.type === 'inline') for (const child of token.children ?? []) add(builder, child);
    else add(builder, token);
  }
  while (builder.open.length > 1) close(builder.open);
  return root.children;
}

interface Builder {
  readonly open: Open[];
  claim: number | undefined;
}

function add(builder: Builder, token: Token): void {
  const { open } = builder;
  const top = open.at(-1)?.children ?? [];
  if (token.nesting === 1) {
    const tag = TAGS.find((each) => each === token.tag) ?? null;
    const start = Number(token.attrGet('start') ?? '1');
    // Paragraphs in tight lists are hidden.
    open.push({ tag: token.hidden ? null : tag, ...(start === 1 ? {} : { start }), children: [] });
  } else if (token.nesting === -1) close(open);
  else if (token.type === 'fence' || token.type === 'code_block')
    top.push({ kind: 'block', text: plain(token.content), language: token.info.trim().split(/\s/)[0] ?? '' });
  else if (token.type === 'hr') top.push({ kind: 'rule' });
  else if (token.type === 'hardbreak') top.push({ kind: 'break' });
  else if (token.type === 'softbreak') top.push({ kind: 'text', text: ' ' });
  else if (token.type === 'code_inline')
    top.push({ kind: 'code', text: plain(token.content), ...within(builder) });
  else addText(builder, top, token.content);
}

function addText(builder: Builder, top: AnswerNode[], text: string): void {
  for (const piece of claimPieces(text)) {
    if (piece.kind === 'begin') builder.claim = piece.claim;
    if (piece.kind === 'end') {
      builder.claim = undefined;
      top.push({ kind: 'claim', claim: piece.claim });
    }
    if (piece.kind === 'text')
      for (const part of splitMarks(piece.text))
        top.push(
          typeof part === 'number'
            ? { kind: 'cite', n: part }
            : { kind: 'text', text: part, ...within(builder) },
        );
  }
}

function within({ claim }: Builder): { readonly claim?: number } {
  return claim === undefined ? {} : { claim };
}

/** Within code, signs of claims have no meaning. */
function plain(text: string): string {
  return claimPieces(text)
    .flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
    .join('');
}

function close(open: Open[]): void {
  const closed = open.length > 1 ? open.pop() : undefined;
  const above = open.at(-1);
  if (!closed || !above) return;
  const { tag, start, children } = closed;
  if (tag === null) above.children.push(...children);
  else above.children.push({ kind: 'element', tag, ...(start === undefined ? {} : { start }), children });
}
