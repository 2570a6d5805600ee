import { Inject, Injectable } from '@nestjs/common';
import { TurnService } from '@quarry/application/turns';
import { RECORD_STORE } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';

const COLLECTION = 'mcp_call';

/** A request of a client. Requests are numbered within a session. */
export interface McpCall {
  readonly tenant: string;
  readonly session: string;
  readonly request: string | number;
}

/**
 * Turns that were started by requests over HTTP. Each request, and the notification that cancels it, can reach a
 * different gateway; so running turns are stored where all gateways see them.
 */
@Injectable()
export class RunningCalls {
  constructor(
    @Inject(RECORD_STORE) private readonly records: RecordStore,
    @Inject(TurnService) private readonly turns: TurnService,
  ) {}

  /** Returns a function that removes the entry. */
  async began(call: McpCall, turnId: string): Promise<() => Promise<void>> {
    const { tenant } = call;
    const id = idOf(call);
    const head = { collection: COLLECTION, tenant, id, createdAt: Date.now(), tag: null };
    const before = await this.records.get(COLLECTION, tenant, id);
    await this.records.save({ ...head, revision: (before?.revision ?? 0) + 1, value: { turn: turnId } });
    return async () => {
      await this.records.delete(COLLECTION, tenant, id);
    };
  }

  /** Cancels the turn of a request; false if there is none. */
  async cancel(call: McpCall): Promise<boolean> {
    const record = await this.records.get<{ readonly turn: string }>(COLLECTION, call.tenant, idOf(call));
    return record !== null && this.turns.cancel(call.tenant, record.value.turn);
  }
}

/** The type of the number counts: `1` and `"1"` are two requests. */
function idOf({ session, request }: McpCall): string {
  return `${session}:${typeof request === 'number' ? 'n' : 's'}${String(request).slice(0, 90)}`;
}
