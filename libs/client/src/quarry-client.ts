import createClient, { type Client } from 'openapi-fetch';
import { AdminApi } from './admin-api';
import { Asked } from './asked';
import { given, newKey, there, type CallOptions, type FollowOptions } from './calls';
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
  /** Where the gateway answers, such as `https://quarry.example`; in a browser, the page's own origin where it is empty. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly apiKey?: string;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Fetch;
  /** How often a call that can do no harm twice is sent again; 3 by default. */
  readonly retries?: number;
}

/** How to answer a question: everything that `POST /v1/turns` takes beside it. */
export type AskOptions = Omit<AskDto, 'question' | 'wait' | 'stream'> & {
  /** The same key again begins nothing new; one is made where none is given. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** Which turns to list. */
export type TurnFilter = Omit<NonNullable<paths['/v1/turns']['get']['parameters']['query']>, 'cursor'>;

/**
 * A gateway's API. Every call throws `QuarryProblem` where the gateway refuses, or cannot be reached; calls that can do no harm twice are sent again.
 * What has no method here is reached through `api`, typed by the gateway's own OpenAPI document.
 */
export class QuarryClient {
  /** Every route of the gateway. Answers of 400 and above are thrown, so `data` is there. */
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

  /** Begins a turn and returns at once. */
  async start(question: string, options: AskOptions = {}): Promise<AcceptedDto> {
    const { idempotencyKey = newKey(), signal, ...body } = options;
    const { data } = await this.api.POST('/v1/turns', {
      body: { ...body, question },
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      ...given(signal),
    });
    // Without `wait` there is no finished turn.
    return there(data) as AcceptedDto;
  }

  /** Asks, and waits for the finished turn, through lost connections. A turn that failed is returned like any other: its `outcome` says so. */
  async ask(question: string, options: AskOptions = {}): Promise<TurnDto> {
    return this.askStream(question, options).turn();
  }

  /** Asks; the events of the turn can be iterated, and then its end be read. */
  askStream(question: string, options: AskOptions = {}): Asked {
    return new Asked(this, this.start(question, options), options.signal);
  }

  /** The turn's log, from the beginning or after an event, then live until its end. */
  events(turnId: string, { after, signal }: FollowOptions = {}): AsyncGenerator<TurnEvent> {
    return followEvents<TurnEvent>({
      ...(after === undefined ? {} : { after }),
      ...given(signal),
      isLast: ({ type }) => type === 'turn.finished',
      read: (id, data) => ({ ...(JSON.parse(data) as EventData), id }),
      open: async (last, aborted) => {
        const { response } = await this.api.GET('/v1/turns/{id}/events', {
          params: {
            path: { id: turnId },
            ...(last === undefined ? {} : { header: { 'Last-Event-ID': last } }),
          },
          parseAs: 'stream',
          ...given(aborted),
        });
        return response;
      },
    });
  }

  async turn(id: string, options: CallOptions = {}): Promise<TurnDto> {
    return there((await this.api.GET('/v1/turns/{id}', { params: { path: { id } }, ...options })).data);
  }

  /** Turns, newest first, page by page; `limit` is how many there are on a page. */
  async *turns({ signal, ...filter }: CallOptions & TurnFilter = {}): AsyncGenerator<ListedTurnDto> {
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
      const page: TurnListDto = there(
        (await this.api.GET('/v1/turns', { params: { query }, ...given(signal) })).data,
      );
      yield* page.turns;
      cursor = page.next;
    }
  }

  /** Cancels a running turn; `cancelled` is false where it was over. */
  async cancel(id: string): Promise<CancelledDto> {
    return there((await this.api.POST('/v1/turns/{id}/cancel', { params: { path: { id } } })).data);
  }

  /** Cancels a turn where it runs, then deletes it and all that was kept of it. */
  async forgetTurn(id: string): Promise<CancelledDto> {
    const params = { path: { id }, query: { forget: true } };
    return there((await this.api.DELETE('/v1/turns/{id}', { params })).data);
  }

  /** The way of a turn through the services: waits, steps, model calls; with prompts, what each model was sent. */
  async trace(id: string, options: CallOptions & { readonly prompts?: boolean } = {}): Promise<TraceDto> {
    const { prompts, signal } = options;
    const params = { path: { id }, query: prompts === undefined ? {} : { prompts } };
    return there((await this.api.GET('/v1/turns/{id}/trace', { params, ...given(signal) })).data);
  }

  /** Asks a turn's question again, with another pipeline or depth where one is named. */
  async rerun(id: string, change: RerunInput = {}, idempotencyKey = newKey()): Promise<AcceptedDto> {
    const params = { path: { id }, header: { 'Idempotency-Key': idempotencyKey } };
    return there((await this.api.POST('/v1/turns/{id}/rerun', { params, body: change })).data);
  }

  /** Runs a finished turn again from its record, and says whether the same comes out. Changes nothing. */
  async replay(id: string, options: ReplayInput = {}): Promise<ReplayDto> {
    const params = { path: { id } };
    return there((await this.api.POST('/v1/turns/{id}/replay', { params, body: options })).data);
  }

  /** Says whether an answer helped; once more replaces what was said before. */
  async giveFeedback(id: string, feedback: FeedbackInput): Promise<TurnFeedbackDto> {
    return there(
      (await this.api.POST('/v1/turns/{id}/feedback', { params: { path: { id } }, body: feedback })).data,
    );
  }

  /** The sessions that were asked in last. */
  async sessions(options: CallOptions = {}): Promise<readonly SessionDto[]> {
    return there((await this.api.GET('/v1/sessions', options)).data).sessions;
  }

  async session(id: string, options: CallOptions = {}): Promise<SessionDetailDto> {
    return there((await this.api.GET('/v1/sessions/{id}', { params: { path: { id } }, ...options })).data);
  }

  /** Cancels what runs in the session, then forgets it. */
  async forgetSession(id: string): Promise<SessionDeletedDto> {
    return there((await this.api.DELETE('/v1/sessions/{id}', { params: { path: { id } } })).data);
  }

  /** Pieces of what is indexed, best first, without a turn. */
  async search(input: SearchInput, options: CallOptions = {}): Promise<SearchResultDto> {
    return there((await this.api.POST('/v1/search', { body: input, ...options })).data);
  }

  /** Nodes of the code graph of a name, and their neighbours. */
  async lookup(input: LookupInput, options: CallOptions = {}): Promise<LookupResultDto> {
    return there((await this.api.POST('/v1/lookup', { body: input, ...options })).data);
  }

  async pipelines(options: CallOptions = {}): Promise<readonly PipelineDto[]> {
    return there((await this.api.GET('/v1/pipelines', options)).data).pipelines;
  }

  async pipeline(name: string, options: CallOptions = {}): Promise<PipelineDetailDto> {
    return there(
      (await this.api.GET('/v1/pipelines/{name}', { params: { path: { name } }, ...options })).data,
    );
  }
}
