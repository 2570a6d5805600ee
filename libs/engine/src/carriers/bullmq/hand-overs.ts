import { randomUUID } from 'node:crypto';
import { defined, type Turn } from '@quarry/turn';
import type { HopJob, HopResult } from '../carrier';
import { HOPS_BEFORE_OTHERS } from '../delivery';
import { turnAfter, type TurnFields } from '../turn-fields';
import type { Deliveries, Delivered, NextJob } from './deliveries';
import { Load } from './load';

/** How long a process counts as idle after it said so, in milliseconds. It says so every second. */
const IDLE_MS = 2_500;

/** A hop that this process claimed with the commit of the one before. */
export interface HopHere extends HopJob {
  /** The time of the claim by the server's clock, in milliseconds since the epoch. */
  readonly at: number;
  /** How many hops of its turn ran here without a queue, this one included. */
  readonly streak: number;
}

/** A place among the concurrent hops of a worker. It ends with {@link free}, or with the hop that runs in it. */
export interface Place {
  /** The lock of the hop's job, and the identity of its claim. */
  readonly token: string;
  /** Runs the hop as if the worker had taken it from its queue. */
  run(hop: HopHere): void;
  free(): void;
}

/** A worker that can run hops which no queue delivered. */
export interface NextWorker {
  /** Keeps a place for one hop; null if the worker has none left, or is closing. */
  keepPlace(): Place | null;
  /** Resolves when fewer hops run than may; null if that is so now. */
  untilFree(): Promise<void> | null;
  /** Keeps a place for a job that is taken from the queue, until it runs or the queue was empty. */
  whileTaking(take: () => Promise<NextJob>): Promise<NextJob>;
  /** True if it runs nothing, and would. */
  readonly isIdle: boolean;
}

/** The claim of a hop that was made with the commit of the one before, as the script replies. */
export type ClaimHere = readonly [fence: number, now: number];

/** What a commit asks of the script in order to keep the next hop here. */
interface HandOverRequest {
  readonly token: string;
  /** True if turns that wait in the next queue go first. */
  readonly yields?: true;
  /** Id of this process if it is busy: a process that is idle goes first. */
  readonly busy?: string;
}

/** The next hop of a turn whose commit may hand it over to this process. */
class HandOver {
  private isRunning = false;

  /** @param turn the turn as the ending hop claimed it */
  constructor(
    private readonly place: Place,
    private readonly turn: Turn,
    private readonly step: string,
    private readonly streak: number,
    private readonly deliveries: Deliveries,
    private readonly busy?: string,
  ) {}

  get request(): HandOverRequest {
    const { token } = this.place;
    const yields = this.streak > HOPS_BEFORE_OTHERS ? ({ yields: true } as const) : {};
    return { token, ...yields, ...defined({ busy: this.busy }) };
  }

  /** Runs the hop. @param patch the fields that the commit wrote */
  run({ t, v }: HopJob, [fence, at]: ClaimHere, patch: TurnFields): void {
    const turn = turnAfter(this.turn, patch);
    const attempt = { fence, attempt: 1, failures: 0 };
    this.deliveries.handOver(t, v, { kind: 'claimed', ...attempt, turn, at: this.step });
    this.isRunning = true;
    this.place.run({ t, v, at, streak: this.streak });
  }

  /** Frees the place unless the hop runs in it. */
  end(): void {
    if (!this.isRunning) this.place.free();
  }
}

/** Hands turns over within this process: from the hop that ends to the worker of the next service, if it runs here. */
export class HandOvers {
  /** This process, among those that share the queues. */
  private readonly id = randomUUID();
  private readonly load = new Load();
  private readonly workers = new Map<string, NextWorker>();

  /** @param isOn false: every hop goes through its queue */
  constructor(private readonly isOn: boolean) {}

  add(service: string, worker: NextWorker): void {
    this.workers.set(service, worker);
  }

  /**
   * Looks how busy this process is. If it runs nothing, returns what it could run for another one, and for how many
   * milliseconds that may be believed.
   */
  look(): { readonly id: string; readonly services: readonly string[]; readonly ms: number } | null {
    this.load.look();
    const isFree = this.load.isIdle && [...this.workers.values()].every((worker) => worker.isIdle);
    return isFree && this.isOn ? { id: this.id, services: [...this.workers.keys()], ms: IDLE_MS } : null;
  }

  /** Resolves when the worker of a service may take a job from its queue; null if it may now. */
  untilFree(service: string): Promise<void> | null {
    return this.workers.get(service)?.untilFree() ?? null;
  }

  /** Takes a job for the worker of a service. */
  taking(service: string, take: () => Promise<NextJob>): Promise<NextJob> {
    return this.workers.get(service)?.whileTaking(take) ?? take();
  }

  /** What the commit of a delivered hop may hand over; null if the turn ends, or its next hop must use the queue. */
  of(delivered: Delivered, { next }: HopResult, deliveries: Deliveries): HandOver | null {
    const { turn } = delivered;
    if (!this.isOn || 'outcome' in next || !turn || deliveries.alone.isClosed) return null;
    const place = this.workers.get(next.service)?.keepPlace();
    if (!place) return null;
    const busy = this.load.isBusy ? this.id : undefined;
    return new HandOver(place, turn, next.step, (delivered.streak ?? 0) + 1, deliveries, busy);
  }
}
