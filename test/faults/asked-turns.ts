import { QuarryClient, type AskOptions, type TurnEvent } from '@quarry/client';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { auditTurns } from './audit';
import type { Deployment } from './deployment';
import type { FaultFigures } from './figures';
import { questionOf } from './two-passes';

/** A turn that a client has followed to its end. */
export interface Followed {
  readonly turn: Awaited<ReturnType<QuarryClient['turn']>>;
  /** Its log, as the client saw it live. */
  readonly events: readonly TurnEvent[];
  /** When the client saw its last event, in milliseconds since the epoch. */
  readonly endedAt: number;
}

/** Asks a deployment like a product: with the client, which reconnects to any live gateway. */
export class AskedTurns {
  /** Requests for resumed streams. */
  resumed = 0;
  readonly client: QuarryClient;
  /** Number of stream requests per gateway, by its address. */
  readonly streams = new Map<string, number>();
  private readonly seen = new Map<string, Followed>();

  constructor(private readonly quarry: Deployment) {
    // Like a load balancer: each request goes to a live gateway, and to the next one if that no longer listens.
    const balanced = async (request: Request): Promise<Response> => {
      const gateway = await this.quarry.services.url();
      const sent = new Request(request.url.replace('http://quarry.example', gateway), request.clone());
      const response = await fetch(sent).catch((error: unknown) => {
        if (isRefused(error)) return null;
        throw error;
      });
      if (!response) return balanced(request);
      if (request.headers.has('last-event-id')) this.resumed += 1;
      if (request.url.endsWith('/events')) this.streams.set(gateway, (this.streams.get(gateway) ?? 0) + 1);
      return response;
    };
    this.client = new QuarryClient({ baseUrl: 'http://quarry.example', fetch: balanced });
  }

  /** Asks, and follows the turn to its end. `watch` is called with each event. */
  async ask(
    question: string,
    options: AskOptions = {},
    watch: (event: TurnEvent) => void = () => undefined,
  ): Promise<Followed> {
    const { id } = await this.client.start(question, options);
    return this.follow(id, watch);
  }

  /** Follows an existing turn to its end. */
  async follow(id: string, watch: (event: TurnEvent) => void = () => undefined): Promise<Followed> {
    const events: TurnEvent[] = [];
    for await (const event of this.client.events(id)) {
      events.push(event);
      watch(event);
    }
    const followed = { turn: await this.client.turn(id), events, endedAt: Date.now() };
    this.seen.set(id, followed);
    return followed;
  }

  /**
   * This many clients ask one question after another, until the returned function is called. It resolves with all turns
   * when the last have ended.
   */
  load(atOnce: number): () => Promise<readonly Followed[]> {
    let isOver = false;
    let asked = 0;
    const clients = Promise.all(
      Array.from({ length: atOnce }, async () => {
        const ended: Followed[] = [];
        while (!isOver) ended.push(await this.ask(questionOf(`load ${asked++}`)));
        return ended;
      }),
    );
    // The caller that stops the load receives the error.
    clients.catch(() => undefined);
    return async () => {
      isOver = true;
      return (await clients).flat();
    };
  }

  /**
   * Checks every turn against the guarantee: one end, in order, and the same events live and in a replay.
   * @returns the figures of a report, and the violations as sentences
   */
  async audit(): Promise<
    Pick<
      FaultFigures,
      'accepted' | 'ended' | 'lost' | 'outcomes' | 'doubled' | 'hopsDoubled' | 'streamsResumed' | 'streamGaps'
    > & { readonly violations: readonly string[] }
  > {
    const carrier = createBullmqCarrier({ redisUrl: this.quarry.redis.url });
    try {
      const { violations, ...figures } = await auditTurns(
        carrier,
        new Map([...this.seen.keys()].map((id) => [id, undefined])),
      );
      const wrong = [...violations];
      let streamGaps = 0;
      for (const [id, { events }] of this.seen) {
        const replay: TurnEvent[] = [];
        for await (const event of this.client.events(id)) replay.push(event);
        const gaps = gapsBetween(events, replay);
        if (gaps > 0) wrong.push(`I4: the client of turn ${id} missed or repeated ${gaps} events.`);
        streamGaps += gaps;
      }
      return { ...figures, hopsDoubled: null, streamsResumed: this.resumed, streamGaps, violations: wrong };
    } finally {
      await carrier.close();
    }
  }
}

/** By its code: errors of Node belong to another realm than jest's, so `instanceof` fails. */
function isRefused(error: unknown): boolean {
  return (error as { readonly cause?: { readonly code?: string } }).cause?.code === 'ECONNREFUSED';
}

function gapsBetween(live: readonly TurnEvent[], replay: readonly TurnEvent[]): number {
  const told = replay.map((event) => JSON.stringify(event));
  const seen = live.map((event) => JSON.stringify(event));
  const missed = told.filter((text) => !seen.includes(text)).length;
  const strange = seen.filter((text, at) => !told.includes(text) || seen.indexOf(text) !== at).length;
  return missed + strange || (seen.join() === told.join() ? 0 : 1);
}
