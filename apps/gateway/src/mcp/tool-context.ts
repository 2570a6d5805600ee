import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '../access/caller';
import type { CallerDesk } from '../caller-desk';
import type { LookupDesk } from '../search/lookup-desk';
import type { SearchDesk } from '../search/search-desk';
import type { SectionDesk } from '../search/section-desk';
import type { TurnDesk } from '../turn-desk';

/** What a request brings beside the arguments of a tool. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A place that a client can open. */
export interface OpenPlace {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The source's own address, where it has one. */
  readonly url?: string;
}

/** Who calls tools, and by what ways. */
export interface CallerContext {
  readonly caller: Caller;
  /** URI of a cited place. */
  readonly linkTo: (place: OpenPlace, of: { readonly turn: string; readonly n: number }) => string;
  /** Remembers that a request began a turn, so that its cancellation cancels the turn. Returns what forgets it. */
  readonly began: (extra: Extra, turnId: string) => Promise<() => Promise<void>>;
}

/** Everything that a tool works with. */
export interface ToolContext extends CallerContext {
  readonly callers: CallerDesk;
  readonly turns: TurnDesk;
  readonly searches: SearchDesk;
  readonly lookups: LookupDesk;
  readonly sections: SectionDesk;
}
