import { RETRIEVAL_MODES, type RetrievalMode } from '@quarry/turn';
import { fold } from './fold';
import { MAX_MARKER_LENGTH, markerAt } from './marker';
import type { ParsedReply, ReplyProtocol } from './protocol';

type RoutedMode = RetrievalMode | 'direct';

const ROUTED: readonly RoutedMode[] = [...RETRIEVAL_MODES, 'direct'];
/** Marker name, which has spaces for underscores → mode (003 §3.1, appendix A). */
const MODES: ReadonlyMap<string, RoutedMode> = new Map(
  ROUTED.map((mode) => [mode.replaceAll('_', ' '), mode]),
);
const EXPECTED = `The reply must be one line that begins with exactly one of ${ROUTED.map((mode) => `'${routerPrefix(mode)}'`).join(', ')}`;
const NO_QUERY = 'No query follows the prefix. Write the query on the same line as the prefix.';
/** Longest query in characters. */
const MAX_QUERY = 2_000;

/** 003 §3.1: one line with one prefix, `[MODE:] query`. Its replies are never shown to users. */
export const routerProtocol: ReplyProtocol = {
  name: 'router',
  purpose: 'plan',
  outcomes: [...MODES.values()],
  parse,
  openGate: () => ({ push: () => '', end: () => '' }),
};

/**
 * The prefix by which a reply names its mode.
 * @example routerPrefix('semantic_rerank') // '[SEMANTIC_RERANK:]'
 */
export function routerPrefix(mode: RoutedMode): string {
  return `[${mode.toUpperCase()}:]`;
}

interface MarkedLine {
  readonly name: string;
  readonly query: string;
}

function parse(reply: string): ParsedReply {
  const lines = reply.split('\n').flatMap((line) => {
    const marked = markedLine(line);
    return marked ? [marked] : [];
  });
  const first = lines[0];
  if (!first) return { ok: false, error: `${EXPECTED}; no line of it does.` };
  const mode = MODES.get(first.name);
  if (!mode) return { ok: false, error: `${EXPECTED}; '[${first.name}:]' is none of them.` };
  // Prose after the line changes nothing, but a second plan makes the reply ambiguous.
  if (lines.some((line) => line.name !== first.name || line.query !== first.query)) {
    return { ok: false, error: `${EXPECTED}; it has more than one such line.` };
  }
  if (first.query === '' && mode !== 'direct') {
    return { ok: false, error: NO_QUERY };
  }
  if (first.query.length > MAX_QUERY) {
    return { ok: false, error: `The query is longer than ${MAX_QUERY} characters. Write a shorter one.` };
  }
  const [query = '', ...more] = queriesIn(first.query);
  if (query === '' && mode !== 'direct') return { ok: false, error: NO_QUERY };
  const verdict = { kind: 'route', mode, query, ...(more.length > 0 ? { more } : {}) } as const;
  return { ok: true, outcome: mode, verdict };
}

/** The queries of a line: the prefix of another mode within it starts another query. */
function queriesIn(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/\[/g)) {
    const marker = index < from ? null : markerAt(text.slice(index, index + MAX_MARKER_LENGTH));
    if (!marker || marker.name === 'direct' || !MODES.has(marker.name)) continue;
    parts.push(text.slice(from, index));
    from = index + marker.length;
  }
  const queries = [...parts, text.slice(from)].map((query) => query.trim());
  return [...new Set(queries.filter((query) => query !== ''))];
}

function markedLine(raw: string): MarkedLine | null {
  const untrimmed = fold(raw.slice(0, MAX_QUERY * 2));
  const line = untrimmed.text.trimStart();
  const marker = markerAt(line);
  if (!marker) return null;
  const at = untrimmed.text.length - line.length + marker.length;
  const rest = raw.slice(untrimmed.offsets[at] ?? raw.length);
  return { name: marker.name, query: cleanQuery(rest, marker.wrap) };
}

/** The query without emphasis around marker or line, the end of a fence, or the angle brackets of a copied template. */
function cleanQuery(rest: string, wrap: string): string {
  let query = rest.trim();
  if (wrap !== '' && query.startsWith(wrap)) query = query.slice(wrap.length).trim();
  else if (wrap !== '' && query.endsWith(wrap)) query = query.slice(0, -wrap.length).trim();
  const inner = /^<([^<>]*)>$/.exec(query)?.[1];
  return (inner ?? query).trim();
}
