import type { Turn } from '@quarry/turn';
import type { HopJob } from '../carrier';
import { HOPS_BEFORE_OTHERS } from '../delivery';
import type { Delivered } from './deliveries';

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

/** What a commit needs to hand the next hop over to this process. */
export interface HandOver {
  readonly place: Place;
  /** The turn as the ending hop claimed it. */
  readonly turn: Turn;
  readonly streak: number;
  /** True if turns that wait in the next queue go first. */
  readonly yields: boolean;
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

  /** @param turn the turn as the hop claimed it; undefined if it is unknown */
  to(service: string, { streak = 0 }: Delivered, turn: Turn | undefined): HandOver | null {
    if (!this.isOn || !turn) return null;
    const place = this.workers.get(service)?.keepPlace();
    return place ? { place, turn, streak: streak + 1, yields: streak >= HOPS_BEFORE_OTHERS } : null;
  }
}
