import createClient, { type Client } from 'openapi-fetch';
import { AdminApi } from './admin-api';
import { Asked } from './asked';
import { optionsWith, newKey, bodyOf, type CallOptions, type FollowOptions } from './calls';
import { followEvents } from './followed-events';
import type {
  AcceptedDto,
  AskDto,
  CancelledDto,
  FeedbackInput,
  ListedTurnDto,
  LookupInput,
  LookupResultDto,
  paths,
  PipelineDetailDto,
  PipelineDto,
  ReplayDto,
  ReplayInput,
  RerunInput,
  RevisionComparisonDto,
  RevisionComparisonInput,
  SearchInput,
  SearchResultDto,
  SessionDeletedDto,
  SessionDetailDto,
  SessionDto,
  TraceDto,
  TurnDto,
  TurnFeedbackDto,
  TurnListDto,
} from './generated/api';
import { IndexApi } from './index-api';
import { retryingFetch, type Fetch } from './retrying-fetch';
import type { EventData, TurnEvent } from './turn-event';

export interface ClientOptions {
  /** Base URL of the gateway, such as `https://quarry.example`. In a browser, an empty one means the page's origin. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly apiKey?: string;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch;
  /** How often an idempotent call is retried; 3 by default. */
  readonly retries?: number;
}

/** How to answer a question: the other fields of `POST /v1/turns`. */
export type AskOptions = Omit<AskDto, 'question' | 'wait' | 'stream'> & {
  /** Repeating the same key starts nothing new. Generated if absent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** Which turns to list. */
export type TurnFilter = Omit<NonNullable<paths['/v1/turns']['get']['parameters']['query']>, 'cursor'>;

/**
 * A client for a gateway's API. Every call throws `QuarryProblem` if the gateway refuses it or is unreachable;
 * idempotent calls are retried. Routes without a method are available through `api`, typed by the gateway's OpenAPI
 * document.
 *
 * @example
 * const client = new QuarryClient({ baseUrl: 'https://quarry.example', apiKey });
 * const { answer } = await client.ask('Who calls taxOf?');
 */
export class QuarryClient {
  /** Every route of the gateway. Responses with status 400 and above are thrown, so `data` is always defined. */
  readonly api: Client<paths>;
  /** Repositories, their snapshots, and the jobs that index them. */
  readonly index: IndexApi;
  /** API keys and webhooks. */
  readonly admin: AdminApi;

  constructor({ baseUrl, apiKey, fetch: send = (request) => fetch(request), retries = 3 }: ClientOptions) {
    this.api = createClient<paths>({
      baseUrl,
      fetch: retryingFetch(send, retries),
      ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    });
    this.index = new IndexApi(this.api);
    this.admin = new AdminApi(this.api);
  }

  /** Starts a turn and returns at once. */
  async start(question: string, options: AskOptions = {}): Promise<AcceptedDto> {
    const { idempotencyKey = newKey(), signal, ...body } = options;
    const { data } = await this.api.POST('/v1/turns', {
      body: { ...body, question },
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      ...optionsWith(signal),
    });
    // Without `wait`, the response is not a finished turn.
    return bodyOf(data) as AcceptedDto;
  }

  /**
   * Asks, and waits for the finished turn, across lost connections. A failed turn is returned as well: see its
   * `outcome`.
   */
  async ask(question: string, options: AskOptions = {}): Promise<TurnDto> {
    return this.askStream(question, options).turn();
  }

  /** Asks. Iterate over the events of the turn, then read its end. */
  askStream(question: string, options: AskOptions = {}): Asked {
    return new Asked(this, this.start(question, options), options.signal);
  }

  /** The turn's log, from the start or after an event, then live until its end. */
  events(turnId: string, { after, signal, onConnection }: FollowOptions = {}): AsyncGenerator<TurnEvent> {
    return followEvents<TurnEvent>({
      ...(after === undefined ? {} : { after }),
      ...(onConnection === undefined ? {} : { onConnection }),
      ...optionsWith(signal),
      isLast: ({ type }) => type === 'turn.finished',
      read: (id, data) => ({ ...(JSON.parse(data) as EventData), id }),
      open: async (last, aborted) => {
        const { response } = await this.api.GET('/v1/turns/{id}/events', {
          params: {
            path: { id: turnId },
            ...(last === undefined ? {} : { header: { 'Last-Event-ID': last } }),
          },
          parseAs: 'stream',
          ...optionsWith(aborted),
        });
        return response;
      },
    });
  }

  async turn(id: string, options: CallOptions = {}): Promise<TurnDto> {
    return bodyOf((await this.api.GET('/v1/turns/{id}', { params: { path: { id } }, ...options })).data);
  }

  /** Turns, newest first, page by page; `limit` is the size of a page. */
  async *turns({ signal, ...filter }: CallOptions & TurnFilter = {}): AsyncGenerator<ListedTurnDto> {
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
      const page: TurnListDto = bodyOf(
        (await this.api.GET('/v1/turns', { params: { query }, ...optionsWith(signal) })).data,
      );
      yield* page.turns;
      cursor = page.next;
    }
  }

  /** Cancels a running turn; `cancelled` is false if it was over. */
  async cancel(id: string): Promise<CancelledDto> {
    return bodyOf((await this.api.POST('/v1/turns/{id}/cancel', { params: { path: { id } } })).data);
  }

  /** Cancels a running turn, then deletes it with all its data. */
  async forgetTurn(id: string): Promise<CancelledDto> {
    const params = { path: { id }, query: { forget: true } };
    return bodyOf((await this.api.DELETE('/v1/turns/{id}', { params })).data);
  }

  /** The path of a turn through the services: waits, steps, model calls; optionally with the prompts. */
  async trace(id: string, options: CallOptions & { readonly prompts?: boolean } = {}): Promise<TraceDto> {
    const { prompts, signal } = options;
    const params = { path: { id }, query: prompts === undefined ? {} : { prompts } };
    return bodyOf((await this.api.GET('/v1/turns/{id}/trace', { params, ...optionsWith(signal) })).data);
  }

  /** Asks a turn's question again, optionally with another pipeline or depth. */
  async rerun(id: string, change: RerunInput = {}, idempotencyKey = newKey()): Promise<AcceptedDto> {
    const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
    return bodyOf((await this.api.POST('/v1/turns/{id}/rerun', { params, body: change })).data);
  }

  /** Runs a finished turn again from its record, and reports whether the result is the same. Changes nothing. */
  async replay(id: string, options: ReplayInput = {}): Promise<ReplayDto> {
    const params = { path: { id } };
    return bodyOf((await this.api.POST('/v1/turns/{id}/replay', { params, body: options })).data);
  }

  /** Asks about two snapshots, and waits for both answers and what changed between them. */
  async compareRevisions(
    input: Omit<RevisionComparisonInput, 'wait'>,
    { idempotencyKey = newKey(), signal }: CallOptions & { readonly idempotencyKey?: string } = {},
  ): Promise<RevisionComparisonDto> {
    const { data } = await this.api.POST('/v1/revision-comparisons', {
      body: input,
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      ...optionsWith(signal),
    });
    const [from = '', to = ''] = bodyOf(data).id.split('.');
    for (const turn of [from, to])
      for await (const { type } of this.events(turn, optionsWith(signal)))
        if (type === 'turn.finished') break;
    return this.revisionComparison(from, to, optionsWith(signal));
  }

  /** The comparison of two turns about the same question, at an older and a newer snapshot. */
  async revisionComparison(
    from: string,
    to: string,
    options: CallOptions = {},
  ): Promise<RevisionComparisonDto> {
    const params = { path: { id: `${from}.${to}` } };
    return bodyOf((await this.api.GET('/v1/revision-comparisons/{id}', { params, ...options })).data);
  }

  /** Rates an answer. Another call replaces the rating. */
  async giveFeedback(id: string, feedback: FeedbackInput): Promise<TurnFeedbackDto> {
    return bodyOf(
      (await this.api.POST('/v1/turns/{id}/feedback', { params: { path: { id } }, body: feedback })).data,
    );
  }

  /** The most recent sessions. */
  async sessions(options: CallOptions = {}): Promise<readonly SessionDto[]> {
    return bodyOf((await this.api.GET('/v1/sessions', options)).data).sessions;
  }

  async session(id: string, options: CallOptions = {}): Promise<SessionDetailDto> {
    return bodyOf((await this.api.GET('/v1/sessions/{id}', { params: { path: { id } }, ...options })).data);
  }

  /** Cancels the running turns of the session, then deletes it. */
  async forgetSession(id: string): Promise<SessionDeletedDto> {
    return bodyOf((await this.api.DELETE('/v1/sessions/{id}', { params: { path: { id } } })).data);
  }

  /** Indexed passages, best first, without a turn. */
  async search(input: SearchInput, options: CallOptions = {}): Promise<SearchResultDto> {
    return bodyOf((await this.api.POST('/v1/search', { body: input, ...options })).data);
  }

  /** Nodes of the code graph by name, with their neighbours. */
  async lookup(input: LookupInput, options: CallOptions = {}): Promise<LookupResultDto> {
    return bodyOf((await this.api.POST('/v1/lookup', { body: input, ...options })).data);
  }

  async pipelines(options: CallOptions = {}): Promise<readonly PipelineDto[]> {
    return bodyOf((await this.api.GET('/v1/pipelines', options)).data).pipelines;
  }

  async pipeline(name: string, options: CallOptions = {}): Promise<PipelineDetailDto> {
    return bodyOf(
      (await this.api.GET('/v1/pipelines/{name}', { params: { path: { name } }, ...options })).data,
    );
  }
}
