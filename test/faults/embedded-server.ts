import { QuarryClient, QuarryProblem, type TurnEvent } from '@quarry/client';
import type { TurnView } from '@quarry/engine';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { auditTurns, type AuditSource, type TurnsAudit } from './audit';
import { ServiceProcess } from './service-process';

/** `quarry serve` without Redis, over a separate index and a scripted model. */
export class EmbeddedServer {
  readonly process: ServiceProcess;
  readonly client: QuarryClient;
  /** Requests for resumed streams. */
  resumed = 0;
  /** Each followed turn, with the events that its client saw. */
  private readonly seen = new Map<string, TurnEvent[]>();

  private constructor(
    readonly fixture: IndexedFixture,
    readonly model: ScriptedModel,
    environment: Readonly<Record<string, string>>,
  ) {
    this.process = new ServiceProcess('', {
      QUARRY_DATA: fixture.dataDir,
      EMBEDDER_URL: 'none',
      QUARRY_CHAT_MODEL: 'scripted-1',
      QUARRY_CHAT_BASE_URL: model.baseUrl,
      ...environment,
    });
    this.client = new QuarryClient({ baseUrl: 'http://quarry.example', fetch: (sent) => this.fetched(sent) });
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<EmbeddedServer> {
    const fixture = await indexFixture('test/fixtures/dotnet-shop/app');
    const server = new EmbeddedServer(fixture, await startScriptedModel({ replies: [] }), environment);
    await server.process.start();
    return server;
  }

  /** Follows a turn to its end like a product: with the client, which reconnects after an outage of the server. */
  async follow(id: string): Promise<readonly TurnEvent[]> {
    const events: TurnEvent[] = [];
    this.seen.set(id, events);
    for await (const event of this.client.events(id)) events.push(event);
    return events;
  }

  /** Checks every followed turn against the guarantee, by the API. */
  async audit(): Promise<TurnsAudit> {
    const audit = await auditTurns(
      this.source(),
      new Map([...this.seen.keys()].map((id) => [id, undefined])),
    );
    const violations = [...audit.violations];
    let streamGaps = 0;
    for (const [id, live] of this.seen) {
      const replay: TurnEvent[] = [];
      for await (const event of this.client.events(id)) replay.push(event);
      const gaps = gapsBetween(live, replay);
      if (gaps > 0) violations.push(`I4: the client of turn ${id} missed or repeated ${gaps} events.`);
      streamGaps += gaps;
    }
    return { ...audit, streamGaps, violations };
  }

  async stop(): Promise<void> {
    await this.process.kill();
    await this.model.close();
    await this.fixture.remove();
  }

  /** Each request goes to the current address of the server. Waits for a server that does not listen yet. */
  private async fetched(request: Request): Promise<Response> {
    for (;;) {
      const { isAlive, url } = this.process;
      if (isAlive && url !== '') {
        const sent = new Request(request.url.replace('http://quarry.example', url), request.clone());
        const response = await fetch(sent);
        if (request.headers.has('last-event-id')) this.resumed += 1;
        return response;
      }
      request.signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private source(): AuditSource {
    const { client } = this;
    return {
      read: async (id) => {
        try {
          const { status, outcome, reason } = await client.turn(id);
          return {
            status,
            v: 0,
            at: '',
            turn: { end: outcome && { outcome, reason } },
          } as unknown as TurnView;
        } catch (error) {
          if (error instanceof QuarryProblem && error.status === 404) return null;
          throw error;
        }
      },
      events: async function* (id) {
        for await (const { id: at, at: time, ...body } of client.events(id))
          yield { id: at, at: Date.parse(time), body };
      },
    };
  }
}

/**
 * Events that a client missed or saw twice. The log no longer has the events of a hop that died with its process; a
 * reset preceded the repeated work.
 */
function gapsBetween(live: readonly TurnEvent[], replay: readonly TurnEvent[]): number {
  const seen = live.filter(({ type }) => type !== 'turn.suspended').map((event) => JSON.stringify(event));
  const told = replay.map((event) => JSON.stringify(event));
  const missed = told.filter((text) => !seen.includes(text)).length;
  const twice = seen.length - new Set(seen).size;
  const untold = seen.filter((text, at) => {
    if (told.includes(text)) return false;
    const next = seen.slice(at).find((later) => told.includes(later));
    return next === undefined || (JSON.parse(next) as TurnEvent).type !== 'reset';
  }).length;
  const kept = seen.filter((text) => told.includes(text));
  return missed + twice + untold || (kept.join() === told.join() ? 0 : 1);
}
