import type { GroupStatisticsDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { milliseconds } from '../../format/duration';
import { stopWord } from '../../format/names';
import { count, percent } from '../../format/number';
import { outcomeOf } from '../ask/turn/outcome';
import { Bars, Shares, type Part } from './charts';
import { t } from '../../language/messages';

/** A colour for each. */
const TONES: Readonly<Record<string, string>> = {
  answered: 'tone-good',
  direct: 'tone-direct',
  partial: 'tone-warn',
  insufficient: 'tone-insufficient',
  budget: 'tone-budget',
  failed: 'tone-bad',
};

/** The name of a group of turns: its tenant, its pipeline, or both. */
export function nameOf({ tenant, pipeline }: GroupStatisticsDto): string {
  return [tenant, pipeline].filter((name) => name !== null).join(' · ') || t('all');
}

/** Statistics of the turns of one group. */
export function GroupCard({ of }: { readonly of: GroupStatisticsDto }): JSX.Element {
  const parts = Object.entries(of.outcomes).map(([outcome, value]): Part => ({
    name: outcomeOf({ outcome: outcome as TurnDto['outcome'] }).word,
    value,
    tone: TONES[outcome] ?? 'tone-plain',
  }));
  const stops = Object.entries(of.stops).sort(([, a], [, b]) => b - a);
  const facts: readonly (readonly [string, string])[] = [
    [
      t('Requests found'),
      of.gapsIdentified === 0
        ? t('none asked for')
        : t('{done} of {total}', { done: percent(of.gapResolutionRate), total: of.gapsIdentified }),
    ],
    [t('Abstained'), percent(of.abstentionRate)],
    [t('Mean time'), milliseconds(1_000 * of.meanSeconds)],
    [t('Tokens per turn'), count((of.inputTokens + of.outputTokens) / Math.max(1, of.turns))],
  ];
  return (
    <section class="card stack" aria-label={nameOf(of)}>
      <div class="row spread">
        <h2>{nameOf(of)}</h2>
        <span class="muted small">{t('{count} turn | {count} turns', { count: of.turns })}</span>
      </div>
      <Shares label={t('Outcomes')} parts={parts} />
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section class="stack">
        <h3>{t('Passes')}</h3>
        <Bars
          label={t('Turns by number of passes')}
          bars={of.passes.map(({ passes, turns }) => ({
            name: t('{count} pass | {count} passes', { count: passes }),
            value: turns,
            text: count(turns),
          }))}
        />
      </section>
      {stops.length > 0 && (
        <p class="small muted">
          {t('Stopped by {rules}.', {
            rules: stops.map(([rule, turns]) => `${stopWord(rule)} (${turns})`).join(', '),
          })}
        </p>
      )}
    </section>
  );
}
