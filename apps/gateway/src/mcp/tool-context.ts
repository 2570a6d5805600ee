import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '@quarry/application/access';
import type {
  GraphQueryService,
  LookupService,
  SearchService,
  SectionService,
} from '@quarry/application/search';
import type { AskService, TurnService } from '@quarry/application/turns';

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
  readonly callers: AskService;
  readonly turns: TurnService;
  readonly searches: SearchService;
  readonly lookups: LookupService;
  readonly graphs: GraphQueryService;
  readonly sections: SectionService;
}
