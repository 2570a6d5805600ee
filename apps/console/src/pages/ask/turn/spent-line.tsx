import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../../api/use-load';
import { quarry } from '../../../api/client';
import { count, decimal, money } from '../../../format/number';
import type { TurnLog } from './turn-log';
import { t } from '../../../language/messages';

/** The cost of a turn, with the limits of its pipeline if it has any. */
export function SpentLine(props: {
  readonly turn: TurnDto;
  /** Usage so far, while it runs: the turn itself has the figures of the moment at which it was read. */
  readonly live: Pick<TurnLog, 'tokens' | 'modelCalls'> | null;
  /** Seconds so far, or in total; null if unknown. */
  readonly seconds: number | null;
}): JSX.Element {
  const { turn, live, seconds } = props;
  const name = turn.pipeline.split('@')[0] ?? '';
  const limits = useLoad((signal) => limitsOf(name, signal), [name]).data;
  const spent = live ? null : turn.spent;
  const all = live?.tokens ?? (spent ? spent.inputTokens + spent.outputTokens : null);
  const modelCalls = live?.modelCalls ?? spent?.modelCalls ?? null;
  return (
    <dl class="spent">
      {all !== null && (
        <Amount
          name={t('Tokens')}
          value={count(all)}
          limit={limits?.tokens ? count(limits.tokens) : null}
          share={shareOf(all, limits?.tokens)}
        />
      )}
      {spent?.cost !== null && spent?.cost !== undefined && (
        <Amount
          name={t('Cost')}
          value={money(spent.cost)}
          limit={limits?.cost ? money(limits.cost) : null}
          share={shareOf(spent.cost, limits?.cost)}
        />
      )}
      {seconds !== null && (
        <Amount
          name={t('Seconds')}
          value={decimal(seconds, 1)}
          limit={limits?.seconds ? count(limits.seconds) : null}
          share={shareOf(seconds, limits?.seconds)}
        />
      )}
      {modelCalls !== null && (
        <Amount name={t('Model calls')} value={count(modelCalls)} limit={null} share={null} />
      )}
    </dl>
  );
}

function Amount(props: {
  readonly name: string;
  readonly value: string;
  readonly limit: string | null;
  readonly share: number | null;
}): JSX.Element {
  const { name, value, limit, share } = props;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {limit !== null && <span class="muted"> {t('of {limit}', { limit })}</span>}
        {share !== null && (
          <meter
            min={0}
            max={1}
            value={share}
            high={0.8}
            aria-label={t('{name}, share of the limit', { name })}
          />
        )}
      </dd>
    </div>
  );
}

interface Limits {
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly seconds: number | null;
}

async function limitsOf(name: string, signal: AbortSignal): Promise<Limits> {
  const { settings } = await quarry().pipeline(name, { signal });
  const number = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);
  const { max_turn_tokens, max_turn_cost, deadline_seconds } = settings as Readonly<Record<string, unknown>>;
  return { tokens: number(max_turn_tokens), cost: number(max_turn_cost), seconds: number(deadline_seconds) };
}

function shareOf(value: number, limit: number | null | undefined): number | null {
  return limit === null || limit === undefined ? null : Math.min(1, value / limit);
}
