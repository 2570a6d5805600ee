import type { Turn } from '@quarry/turn';
import type { HopJob, HopResult } from '../carrier';
import { HOPS_BEFORE_OTHERS } from '../delivery';
import { turnAfter, type TurnFields } from '../turn-fields';
import type { Deliveries, Delivered } from './deliveries';

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
  /** Resolves when the worker has a place left; null if it has one now. */
  untilFree(): Promise<void> | null;
}

/** The claim of a hop that was made with the commit of the one before, as the script replies. */
export type ClaimHere = readonly [fence: number, now: number];

/** What a commit asks of the script in order to keep the next hop here. */
interface HandOverRequest {
  readonly token: string;
  /** True if turns that wait in the next queue go first. */
  readonly yields?: true;
}

/** The next hop of a turn whose commit may hand it over to this process. */
export class HandOver {
  private isRunning = false;

  /** @param turn the turn as the ending hop claimed it */
  constructor(
    private readonly place: Place,
    private readonly turn: Turn,
    private readonly step: string,
    private readonly streak: number,
    private readonly deliveries: Deliveries,
  ) {}

  get request(): HandOverRequest {
    const { token } = this.place;
    return this.streak > HOPS_BEFORE_OTHERS ? { token, yields: true } : { token };
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
  private readonly workers = new Map<string, NextWorker>();

  /** @param isOn false: every hop goes through its queue */
  constructor(private readonly isOn: boolean) {}

  add(service: string, worker: NextWorker): void {
    this.workers.set(service, worker);
  }

  /** Resolves when the worker of a service may take a job from its queue; null if it may now. */
  untilFree(service: string): Promise<void> | null {
    return this.workers.get(service)?.untilFree() ?? null;
  }

  /** What the commit of a delivered hop may hand over; null if the turn ends, or its next hop must use the queue. */
  of(delivered: Delivered, { next }: HopResult, deliveries: Deliveries): HandOver | null {
    const turn = deliveries.turnOf(delivered);
    if (!this.isOn || 'outcome' in next || !turn || deliveries.alone.isClosed) return null;
    const place = this.workers.get(next.service)?.keepPlace();
    return place ? new HandOver(place, turn, next.step, (delivered.streak ?? 0) + 1, deliveries) : null;
  }
}
