import type { GroupStatisticsDto } from '@quarry/client';
import type { JSX } from 'preact';
import { milliseconds } from '../../format/duration';
import { count, money, percent } from '../../format/number';
import { t } from '../../language/messages';

/** Totals of all turns. */
export function Totals({ of }: { readonly of: GroupStatisticsDto }): JSX.Element {
  const tiles: readonly (readonly [string, string, string])[] = [
    [t('Turns'), count(of.turns), t('that have ended')],
    [
      t('Requests found'),
      percent(of.gapResolutionRate),
      t('{done} of {total}', { done: of.gapsResolved, total: of.gapsIdentified }),
    ],
    [t('Abstained'), percent(of.abstentionRate), t('ended without enough evidence')],
    [t('Mean time'), milliseconds(1_000 * of.meanSeconds), t('from question to end')],
    [
      t('Tokens'),
      count(of.inputTokens + of.outputTokens),
      t('in {count} model call | in {count} model calls', { count: of.modelCalls }),
    ],
    [
      t('Cost'),
      of.priced === 0 ? '–' : money(of.cost),
      t('of {count} turn with a price | of {count} turns with a price', { count: of.priced }),
    ],
  ];
  return (
    <dl class="tiles" aria-label={t('All turns together')}>
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
