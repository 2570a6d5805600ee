import { Inject, Injectable } from '@nestjs/common';
import type { EndedTurn, EndHandler } from '../../ends/end-handler';
import { UsageService } from './usage.service';

/** Counts the usage of each ended turn of a key, including cancelled turns, which cost as much. */
@Injectable()
export class UsageHandler implements EndHandler {
  readonly name = 'usage';

  constructor(@Inject(UsageService) private readonly usage: UsageService) {}

  async ended({ turn, events }: EndedTurn): Promise<void> {
    const { id: turnId, tenant, spent, options } = turn;
    const tokens = spent.inputTokens + spent.outputTokens;
    if (options.key === undefined || tokens === 0) return;
    await this.usage.add({
      tenant,
      key: options.key,
      turnId,
      endedAt: events.at(-1)?.at ?? Date.now(),
      tokens,
      cost: spent.calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    });
  }
}
