/** Tools that an agent may call; each call is a need that names its tool. */
export const TOOLS = ['search', 'lookup', 'fetch_section', 'fetch_table', 'calculate'] as const;
export type Tool = (typeof TOOLS)[number];

/**
 * Rows that a call of `fetch_table` gets as evidence, at most: an answer cites rows that were asked for, not a whole
 * table. With as many, there may be more.
 */
export const MOST_CITED_ROWS = 12;

/** The tool of a call; `unknown` if there is no such tool. */
export const CALLED_TOOLS = [...TOOLS, 'unknown'] as const;
export type CalledTool = (typeof CALLED_TOOLS)[number];

/** A request for more data, made by a model or by the extractive responder. */
export interface Need {
  /** Unique within the turn: `need-1`, `need-2`, … */
  readonly id: string;
  /** The pass whose reply made the request. */
  readonly pass: number;
  readonly text: string;
  /** Why the data is needed, if the reply says so. */
  readonly why?: string;
  readonly status: 'open' | 'resolved' | 'missed';
  /** Numbers of the evidence that resolved it. */
  readonly resolvedBy: readonly number[];
  /** Set if an agent requested it by calling a tool; only that tool serves it. */
  readonly call?: ToolCall;
  /**
   * Set if it is not searched for: the reply requested too much at once, or its call is malformed. The miss gives the
   * reason.
   */
  readonly skipped?: true;
}

/** A tool call of an agent. */
export interface ToolCall {
  readonly tool: CalledTool;
  /** The tool's name as the model wrote it, if the tool is `unknown`. */
  readonly written?: string;
  /** The model's id of the call, to which the result refers. */
  readonly id: string;
  /**
   * `search`: query · `lookup`: name · `fetch_section`: id, and offset in characters · `fetch_table`: table, row, column ·
   * `calculate`: expression.
   */
  readonly arguments: Readonly<Record<string, string | number>>;
  /** The tool's message in addition to the evidence: why nothing was found, or which ids are similar. */
  readonly note?: string;
}

/** Whether this tool serves a need: the tool of its call, or `search` and `lookup` for a need without a call. */
export function isFor(need: Need, tool: Tool): boolean {
  return need.call ? need.call.tool === tool : tool === 'search' || tool === 'lookup';
}

/** Where a name was looked up that a question about structure is about. */
export const GRAPH_LOOKUP = 'code graph: all names';

/** Data that was searched for and not found: what, why, and where. */
export interface Miss {
  readonly pass: number;
  readonly text: string;
  readonly why: string;
  /** What was searched, in words, e.g. `graph: exact and partial names`, `hybrid search`. */
  readonly where: readonly string[];
}

/**
 * Canonical form for comparing needs, queries and misses: lower case, without quotes and backticks, with `/` as path
 * separator, and without surrounding white space and final punctuation.
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

/** The text without trailing `chars`. The pattern `/[…]+$/` takes quadratic time if a long run is elsewhere. */
export function trimEndOf(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Needs that are neither resolved nor missed. */
export function openNeeds(turn: { readonly needs: readonly Need[] }): readonly Need[] {
  return turn.needs.filter((need) => need.status === 'open');
}

/** Open calls of tools, by default of all of them. A call without a note has not been served yet. */
export function openCalls(
  turn: { readonly needs: readonly Need[] },
  tool?: ToolCall['tool'],
): readonly Need[] {
  return openNeeds(turn).filter(
    ({ call }) => call !== undefined && call.note === undefined && (tool === undefined || call.tool === tool),
  );
}

/** Marks the open need with this text and without a call as resolved by evidence. Without numbers, nothing changes. */
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

/** A request that is not yet a need. */
export interface NewNeed {
  readonly text: string;
  readonly call?: ToolCall;
  readonly why?: string;
  readonly skipped?: true;
}

/**
 * Appends requests as open needs, and skipped ones as missed. Leaves out requests that exist already, in canonical form
 * and for the same tool.
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
    // A skipped request may be made again.
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
 * Adds requests that exceed a limit or are malformed to the needs and misses. They are not searched for, and the model
 * and the reader see why.
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
