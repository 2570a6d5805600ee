import { setTimeout as sleep } from 'node:timers/promises';
import type { Carrier } from '@quarry/engine';
import { createBullmqCarrier } from '@quarry/engine/bullmq';
import { openPlatform, readConfig, type QuarryConfig } from '@quarry/platform';
import { loadAskablePipelines, QUEUE_NAMES, startServices, type Running } from '@quarry/solo';
import type { TurnEvent } from '@quarry/turn';
import { call, EventStream, slowAnswer, startGateway } from '../api/gateway-under-test';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { auditTurns } from './audit';
import type { FaultFigures } from './figures';

const QUESTION = 'What happens to stock when an invoice is cancelled?';
/** Milliseconds after which a refused client retries. */
const RETRY_MS = 100;

/** What a client of a turn saw, over all of its connections. */
interface Followed {
  readonly events: readonly TurnEvent[];
  readonly resumed: number;
}

/** The response to a question; the id is empty if it was refused. */
interface Asked {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly id: string;
}

/**
 * The results of the accepted turns: each must end `answered`. A hop counts as doubled if a turn has more versions than
 * an undisturbed one.
 */
export interface Audited {
  readonly figures: Omit<FaultFigures, 'fault' | 'recoveryMs'>;
  /** As returned by `auditTurns`. */
  readonly violations: readonly string[];
}

/** Addresses for the two halves, each through its own faulty network. */
export interface ApartOptions {
  /** The real address, for checking the turns afterwards. */
  readonly redisUrl: string;
  /** By default, both use the same address. */
  readonly gateway?: Partial<QuarryConfig>;
  readonly workers?: Partial<QuarryConfig>;
}

/**
 * The gateway and the other six services with separate connections, as if they were on two machines; and a model that
 * writes slowly.
 */
export class Apart {
  private readonly turns = new Map<string, Promise<Followed>>();
  /** Model calls before the turns of the next audit, and those of one undisturbed turn. */
  private callsBefore = 0;
  private usual = { calls: 0, hops: 0 };

  private constructor(
    readonly fixture: IndexedFixture,
    readonly model: ScriptedModel,
    readonly gateway: Running & { readonly url: string },
    readonly workers: Running,
    /** Reads Redis directly. */
    readonly carrier: Carrier,
  ) {}

  static async start({
    redisUrl,
    gateway = { redisUrl },
    workers = { redisUrl },
  }: ApartOptions): Promise<Apart> {
    const [fixture, model] = await Promise.all([
      indexFixture('test/fixtures/dotnet-shop/app'),
      startScriptedModel({ replies: slowAnswer(30) }),
    ]);
    const common = {
      ...({ carrier: 'bullmq', embedderUrl: 'none', logLevel: 'silent', port: 0 } as const),
      ...{ chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
    };
    const front = await startGateway(fixture.dataDir, { ...common, ...gateway }, undefined, ['gateway']);
    const config = readConfig({ ...common, dataDir: fixture.dataDir, ...workers }, {});
    const back = await startServices({
      platform: await openPlatform(config),
      pipelines: loadAskablePipelines(config),
      services: QUEUE_NAMES.filter((name) => name !== 'gateway'),
    });
    const carrier = createBullmqCarrier({ redisUrl, onError: () => undefined });
    const apart = new Apart(fixture, model, front, back, carrier);
    await apart.learn();
    return apart;
  }

  /** Asks once. Follows an accepted turn to its end, and resumes its stream after every interruption. */
  async ask(): Promise<Asked> {
    const asked = await this.askApart();
    if (asked.id !== '') this.turns.set(asked.id, this.follow(asked.id));
    return asked;
  }

  /** Asks once, without following the turn. */
  async askApart(): Promise<Asked> {
    const reply = await call(this.gateway.url, 'POST /v1/turns', { body: { question: QUESTION } });
    const id = reply.status === 202 ? String(reply.body['id']) : '';
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), id };
  }

  /** Asks until this many turns were accepted. */
  async askAll(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const { id } = await this.ask();
      if (id !== '') ids.push(id);
    }
    return ids;
  }

  /** Resolves when the log of a turn in Redis has an event of this type. */
  async reached(id: string, type: TurnEvent['body']['type']): Promise<void> {
    for await (const event of this.carrier.events(id)) if (event.body.type === type) return;
    throw new Error(`Turn ${id} ended without ${type}.`);
  }

  /** Waits for the end of all turns that were accepted since the last call, and checks the invariants. */
  async audited(): Promise<Audited> {
    const seen = new Map<string, readonly TurnEvent[]>();
    let streamsResumed = 0;
    let hopsDoubled = 0;
    const unanswered: string[] = [];
    for (const [id, following] of this.turns) {
      const { events, resumed } = await following;
      streamsResumed += resumed;
      seen.set(id, events);
      const view = await this.carrier.read(id);
      hopsDoubled += Math.max(0, (view?.v ?? 0) - this.usual.hops);
      const { outcome = 'nothing', reason = '' } = view?.turn.end ?? {};
      if (outcome !== 'answered') unanswered.push(`Turn ${id} ended ${outcome}: ${reason}`);
    }
    this.turns.clear();
    const extraModelCalls = this.callsSince() - this.usual.calls * seen.size;
    const { violations, ...audit } = await auditTurns(this.carrier, seen);
    return {
      figures: { ...audit, hopsDoubled, extraModelCalls, streamsResumed },
      violations: [...violations, ...unanswered],
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.gateway.close(), this.workers.close(), this.carrier.close()]);
    await this.model.close();
    await this.fixture.remove();
  }

  /** The model calls of an undisturbed turn. */
  private async learn(): Promise<void> {
    const [id = ''] = await this.askAll(1);
    await this.turns.get(id);
    this.turns.clear();
    this.usual = { calls: this.callsSince(), hops: (await this.carrier.read(id))?.v ?? 0 };
  }

  private callsSince(): number {
    const { length } = this.model.requests;
    const calls = length - this.callsBefore;
    this.callsBefore = length;
    return calls;
  }

  private async follow(id: string): Promise<Followed> {
    const events: TurnEvent[] = [];
    let opened = 0;
    while (events.at(-1)?.body.type !== 'turn.finished') {
      const last = events.at(-1)?.id;
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
      const stream = await EventStream.open(this.gateway.url, `/v1/turns/${id}/events`, headers);
      if (stream.response.status === 200) opened++;
      else await sleep(RETRY_MS);
      for (let message = await stream.next(); message; message = await stream.next()) {
        if (message.id === undefined) continue;
        const { at, ...body } = JSON.parse(message.data) as { at: string };
        events.push({ id: message.id, at: Date.parse(at), body } as TurnEvent);
      }
    }
    return { events, resumed: opened - 1 };
  }
}
