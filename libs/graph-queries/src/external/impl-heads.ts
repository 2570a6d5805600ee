import type { GraphNode } from '@quarry/graph-store';
import type { SnapshotGraph } from '../operation';
import { scan } from '../scan';

/** The head of an `impl` of Rust: `impl<S: Sink + ?Sized> Sink for Box<S> {`. */
export interface ImplHead {
  readonly path: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** As written, on one line. */
  readonly text: string;
  /** Name of the trait, without its path and arguments; undefined for an `impl` of the type itself. */
  readonly trait?: string;
  /** What it is for, without lifetimes: `&mut S`, `Box<S>`. */
  readonly type: string;
}

const BEGINS = /^(?:(?:default|unsafe)\s+)*impl\b/;

/**
 * The heads of the `impl`s that the index keeps, by file, in the order of their lines. Nothing is read if none of the
 * nodes that are asked about is of Rust.
 */
export async function implHeads(
  reader: SnapshotGraph,
  about: readonly Pick<GraphNode, 'language'>[],
): Promise<ReadonlyMap<string, readonly ImplHead[]>> {
  if (!about.some(({ language }) => language === 'rust')) return new Map();
  const { nodes } = await scan(reader, ['LINE'], { tests: true });
  const lines = nodes.filter(({ language }) => language === 'rust');
  const byPath = Map.groupBy(lines, ({ path = '' }) => path);
  return new Map(
    [...byPath].map(([path, own]) => {
      const inOrder = own.toSorted((a, b) => (a.startLine ?? 0) - (b.startLine ?? 0));
      return [path, inOrder.flatMap((_, at) => headAt(inOrder, at) ?? [])];
    }),
  );
}

/** The head that begins at a line, with the lines behind it up to the bracket. */
function headAt(
  lines: readonly { readonly path?: string; readonly startLine?: number; readonly text?: string }[],
  at: number,
): ImplHead | undefined {
  const { path = '', startLine = 0, text = '' } = lines[at] ?? {};
  if (!BEGINS.test(text.trim())) return undefined;
  const parts = [text.trim()];
  for (let n = at + 1; !parts.at(-1)?.includes('{') && lines[n]?.startLine === startLine + n - at; n++)
    parts.push(lines[n]?.text?.trim() ?? '');
  const whole = parts.join(' ');
  return { path, line: startLine, text: whole, ...namesOf(whole) };
}

/** The trait and the type of a head. */
function namesOf(head: string): Pick<ImplHead, 'trait' | 'type'> {
  const named = withoutParameters(head.replace(BEGINS, '').trim())
    .replace(/(?<!\s)\s*(?:\bwhere\b.*|\{.*)$/s, '')
    .replace(/'\w+\s*,?\s*/g, '')
    .replaceAll('<>', '');
  const [before = '', type] = named.split(/(?<!\s)\s+for\s+(.*)/s);
  if (type === undefined) return { type: named.trim() };
  const trait = before.replace(/^!/, '').replace(/<.*$/s, '').trim().split('::').at(-1) ?? '';
  return { trait, type: type.trim() };
}

/** What stands behind the type parameters of an `impl`. */
function withoutParameters(text: string): string {
  if (!text.startsWith('<')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<') depth += 1;
    if (text[at] === '>' && text[at - 1] !== '-') depth -= 1;
    if (depth === 0) return text.slice(at + 1).trim();
  }
  return text;
}
