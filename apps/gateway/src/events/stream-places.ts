import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@quarry/application/access';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Response } from 'express';

/** Counts the open streams of this gateway, in total and per API key. */
@Injectable()
export class StreamPlaces {
  private readonly taken = new Map<string, number>();
  private open = 0;

  constructor(@Inject(CONFIG) private readonly config: QuarryConfig) {}

  /** Takes a place until the response is closed. @throws Fault `too_many_streams`. */
  take({ tenant, key }: Caller, response: Response): void {
    const who = JSON.stringify([tenant, key]);
    const { maxStreams, maxStreamsPerKey } = this.config;
    const own = this.taken.get(who) ?? 0;
    if (own >= maxStreamsPerKey)
      throw tooMany(`You have ${own} streams open here, and may have ${maxStreamsPerKey}.`);
    if (this.open >= maxStreams) throw tooMany(`All ${maxStreams} streams of this gateway are taken.`);
    this.open += 1;
    this.taken.set(who, own + 1);
    response.once('close', () => {
      this.leave(who);
    });
  }

  private leave(who: string): void {
    this.open -= 1;
    const left = (this.taken.get(who) ?? 1) - 1;
    if (left > 0) this.taken.set(who, left);
    else this.taken.delete(who);
  }
}

function tooMany(what: string): Fault {
  return new Fault(
    'too_many_streams',
    `${what} Close one, or read the turn itself (GET /v1/turns/{id}) now and then.`,
    { retryable: true },
  );
}
