import type { GroupStatisticsDto } from '@quarry/client';
import type { JSX } from 'preact';
import { milliseconds } from '../../format/duration';
import { count, money, percent } from '../../format/number';

/** Totals of all turns. */
export function Totals({ of }: { readonly of: GroupStatisticsDto }): JSX.Element {
  const tiles: readonly (readonly [string, string, string])[] = [
    ['Turns', count(of.turns), 'that have ended'],
    [
      'Requests found',
      percent(of.gapResolutionRate),
      `${count(of.gapsResolved)} of ${count(of.gapsIdentified)}`,
    ],
    ['Abstained', percent(of.abstentionRate), 'ended without enough evidence'],
    ['Mean time', milliseconds(1_000 * of.meanSeconds), 'from question to end'],
    ['Tokens', count(of.inputTokens + of.outputTokens), `in ${count(of.modelCalls)} model calls`],
    ['Cost', of.priced === 0 ? '–' : money(of.cost), `of ${count(of.priced)} turns with a price`],
  ];
  return (
    <dl class="tiles" aria-label="All turns together">
      {tiles.map(([name, value, about]) => (
        <div key={name} class="card tile">
          <dt>{name}</dt>
          <dd>
            <span class="big-number">{value}</span>
            <span class="muted small">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
