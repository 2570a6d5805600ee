import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from '@quarry/application/access';
import type {
  GraphQueryService,
  LookupService,
  SearchService,
  SectionService,
  TableService,
} from '@quarry/application/search';
import type { AskService, TurnService } from '@quarry/application/turns';

/** What a request contains in addition to the arguments of a tool. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A place that a client can open. */
export interface OpenPlace {
  readonly path: string;
  /** Its repository, if the turn is about several: the path begins with its name. */
  readonly repository?: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The source's own URL, if it has one. */
  readonly url?: string;
}

/** The caller of the tools. */
export interface CallerContext {
  readonly caller: Caller;
  /** URI of a cited place. */
  readonly linkTo: (
    place: OpenPlace,
    of: { readonly turn: string; readonly n: number },
  ) => string | Promise<string>;
  /**
   * Records that a request started a turn, so that its cancellation cancels the turn. Returns a function that removes
   * the record.
   */
  readonly began: (extra: Extra, turnId: string) => Promise<() => Promise<void>>;
}

/** Everything that a tool uses. */
export interface ToolContext extends CallerContext {
  readonly callers: AskService;
  readonly turns: TurnService;
  readonly searches: SearchService;
  readonly lookups: LookupService;
  readonly graphs: GraphQueryService;
  readonly sections: SectionService;
  readonly tables: TableService;
}
