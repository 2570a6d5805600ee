/** Tools that an agent may call; each call is a need that names its tool. */
export const TOOLS = ['search', 'lookup', 'fetch_section', 'calculate'] as const;
export type Tool = (typeof TOOLS)[number];

/** A tool as a call names it: `unknown` where there is none of that name. */
export const CALLED_TOOLS = [...TOOLS, 'unknown'] as const;
export type CalledTool = (typeof CALLED_TOOLS)[number];

/** What is asked for next: one request of a model (or of the extractive responder) for more data. */
export interface Need {
  /** Unique within the turn, `need-1` upwards. */
  readonly id: string;
  /** Pass whose reply raised it. */
  readonly pass: number;
  readonly text: string;
  /** Why it is needed, where the one who asks says so. */
  readonly why?: string;
  readonly status: 'open' | 'resolved' | 'missed';
  /** Evidence numbers that resolved it. */
  readonly resolvedBy: readonly number[];
  /** Set where an agent asked for it by calling a tool: only that tool serves it. */
  readonly call?: ToolCall;
  /** Set where it is not looked for: a reply asked for too much at once, or its call cannot be read. The miss says why. */
  readonly skipped?: true;
}

/** A call of a tool, as an agent made it. */
export interface ToolCall {
  readonly tool: CalledTool;
  /** The tool's name as the model wrote it, where the tool is `unknown`. */
  readonly written?: string;
  /** The model's identity of the call; results are given under it. */
  readonly id: string;
  /** `search`: query · `lookup`: name · `fetch_section`: id, and offset in characters · `calculate`: expression. */
  readonly arguments: Readonly<Record<string, string | number>>;
  /** What the tool said beside the evidence: why there is nothing, or which ids are near. */
  readonly note?: string;
}

/** True where a need is for this tool: by its call, or, asked for in words, for `search` and `lookup`. */
export function isFor(need: Need, tool: Tool): boolean {
  return need.call ? need.call.tool === tool : tool === 'search' || tool === 'lookup';
}

/** Sought and not found: what, why, and where was looked. */
export interface Miss {
  readonly pass: number;
  readonly text: string;
  readonly why: string;
  /** What was searched, in words, e.g. `graph: exact and partial names`, `hybrid search`. */
  readonly where: readonly string[];
}

/**
 * Canonical form for comparing needs, queries and not-found entries: lower case, quotes and back-ticks gone,
 * path separators unified, white space and end punctuation trimmed.
 */
export function normalizeQuery(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'`“”‘’«»]/g, '')
    .replaceAll('\\', '/')
    .replace(/\s+/g, ' ')
    .trim();
  return trimEndOf(plain, '.?!,;: ');
}

/** The text without any of `chars` at its end. `/[…]+$/` would take quadratic time for a long run of them elsewhere. */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Needs that nothing has settled yet. */
export function openNeeds(turn: { readonly needs: readonly Need[] }): readonly Need[] {
  return turn.needs.filter((need) => need.status === 'open');
}

/** Marks the open need with that text, asked for in words, as resolved by the given evidence numbers; no numbers, no change. */
export function resolveNeed(needs: readonly Need[], text: string, by: readonly number[]): readonly Need[] {
  if (by.length === 0) return needs;
  return needs.map((need) =>
    need.text === text && need.status === 'open' && need.call === undefined
      ? { ...need, status: 'resolved', resolvedBy: [...by] }
      : need,
  );
}

/**
 * Records the result of an open call. Any evidence resolves the call, new or known, because the agent judges its value.
 * Without evidence, the call stays open, with the note, and becomes a miss unless another step resolves it.
 */
export function answerCall(
  needs: readonly Need[],
  id: string,
  result: { readonly by: readonly number[]; readonly note?: string },
): readonly Need[] {
  return needs.map((need): Need => {
    if (need.id !== id || !need.call || need.status !== 'open') return need;
    const call = result.note === undefined ? need.call : { ...need.call, note: result.note };
    if (result.by.length === 0) return { ...need, call };
    return { ...need, call, status: 'resolved', resolvedBy: [...new Set(result.by)] };
  });
}

/** A request before it is a need. */
export interface NewNeed {
  readonly text: string;
  readonly call?: ToolCall;
  readonly why?: string;
  readonly skipped?: true;
}

/**
 * Appends requests as open needs, skipped ones as missed; one that is asked for already (in canonical form, by the same tool) is not
 * repeated.
 */
export function raiseNeeds(
  needs: readonly Need[],
  requests: readonly (string | NewNeed)[],
  pass: number,
): readonly Need[] {
  const all = [...needs];
  for (const request of requests) {
    const { text, call, why, skipped }: NewNeed = typeof request === 'string' ? { text: request } : request;
    const same = normalizeQuery(text);
    // What was skipped may be asked for after all.
    const asked = all.filter(
      (need) =>
        need.pass === pass && need.call?.tool === call?.tool && (skipped === true || need.skipped !== true),
    );
    if (same === '' || asked.some((need) => normalizeQuery(need.text) === same)) continue;
    all.push({
      id: `need-${all.length + 1}`,
      pass,
      text,
      status: skipped ? 'missed' : 'open',
      resolvedBy: [],
      ...(call ? { call } : {}),
      ...(skipped ? { skipped } : {}),
      ...(why === undefined || why === '' ? {} : { why }),
    });
  }
  return all;
}

/**
 * Needs and misses with requests that a reply makes beyond a limit, or that cannot be read: nothing looks for them, and both model and reader
 * see why.
 * @example
 * const { needs, misses } = skipRequests(turn, [{ text: 'Invoice.total', why: 'only the first 8 requests are served' }], 1);
 */
export function skipRequests(
  { needs, misses }: { readonly needs: readonly Need[]; readonly misses: readonly Miss[] },
  skipped: readonly { readonly text: string; readonly call?: ToolCall; readonly why: string }[],
  pass: number,
): { readonly needs: readonly Need[]; readonly misses: readonly Miss[] } {
  if (skipped.length === 0) return { needs, misses };
  const all = raiseNeeds(
    needs,
    skipped.map(({ text, call }) => ({ text, skipped: true, ...(call ? { call } : {}) })),
    pass,
  );
  const raised = new Set(all.slice(needs.length).map(({ text }) => text));
  return {
    needs: all,
    misses: [
      ...misses,
      ...skipped
        .filter(({ text }) => raised.has(text))
        .map(({ text, why }) => ({ pass, text, why, where: [] })),
    ],
  };
}
