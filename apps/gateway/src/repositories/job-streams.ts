import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@quarry/application/access';
import { IndexJobService } from '@quarry/application/repositories';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import type { Response } from 'express';
import { StreamPlaces } from '../events/stream-places';
import { OpenRequests } from '../http/open-requests';
import { HEARTBEAT_MS, streamEvents } from '../http/sse';

const EVENT_ID = /^[1-9]\d{0,11}$/;
/** Streams the progress of a job to a client. */
@Injectable()
export class JobStreams {
  private readonly stallMs: number;

  constructor(
    @Inject(IndexJobService) private readonly jobs: IndexJobService,
    @Inject(OpenRequests) private readonly requests: OpenRequests,
    @Inject(StreamPlaces) private readonly places: StreamPlaces,
    @Inject(CONFIG) config: QuarryConfig,
  ) {
    this.stallMs = config.streamStallSeconds * 1_000;
  }

  /**
   * Writes the events after `lastSeen`, then live events until the job ends. An invalid id starts from the first event.
   * Responds with 204 if there are no more events.
   *
   * @throws Fault `index_job_unknown`, also for another tenant's; `too_many_streams`
   */
  async follow(caller: Caller, id: string, response: Response, lastSeen?: string): Promise<void> {
    this.places.take(caller, response);
    const signal = this.requests.signal(response);
    const after = lastSeen !== undefined && EVENT_ID.test(lastSeen) ? Number(lastSeen) : 0;
    const events = await this.jobs.watch(caller, id, { after, signal });
    if (events === null) response.status(204).end();
    else await streamEvents(response, events, signal, { heartbeatMs: HEARTBEAT_MS, stallMs: this.stallMs });
  }
}
