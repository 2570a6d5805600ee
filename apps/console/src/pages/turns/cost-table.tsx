import type { PaidCallDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { EmptyState } from '../../components/empty-state';
import { Table, type Column } from '../../components/table';
import { count, money } from '../../format/number';
import { t } from '../../language/messages';

const COLUMNS: readonly Column<PaidCallDto>[] = [
  { title: t('Step'), cell: ({ step }) => <strong>{step}</strong> },
  { title: t('Model'), cell: ({ model }) => <span class="mono">{model}</span> },
  { title: t('Tokens in'), number: true, cell: ({ inputTokens }) => count(inputTokens) },
  { title: t('From cache'), number: true, cell: ({ cachedTokens = 0 }) => count(cachedTokens) },
  { title: t('Tokens out'), number: true, cell: ({ outputTokens }) => count(outputTokens) },
  { title: t('Cost'), number: true, cell: ({ cost }) => money(cost) },
];

/** The cost of each model call. */
export function CostTable({ turn }: { readonly turn: TurnDto }): JSX.Element {
  const { spent } = turn;
  if (!spent || spent.calls.length === 0)
    return (
      <EmptyState title={t('No model was called')}>
        <p>{t('The cost of a call is computed from the price table of the pipeline (setting ‘prices’).')}</p>
      </EmptyState>
    );
  return (
    <div class="stack">
      <p>
        {t('{count} call | {count} calls', { count: spent.modelCalls })},{' '}
        {t('{tokens} tokens in', { tokens: spent.inputTokens })}
        {spent.cachedTokens !== undefined &&
          ` (${t('{tokens} from a cache', { tokens: spent.cachedTokens })})`}
        {', '}
        {t('{tokens} out', { tokens: spent.outputTokens })}
        {spent.cost === null
          ? `; ${t('the price table lacks a model.')}`
          : `: ${t('{cost} in total.', { cost: money(spent.cost) })}`}
      </p>
      <Table
        caption={t('Model calls')}
        columns={COLUMNS}
        rows={spent.calls}
        keyOf={(call) => `${call.step} ${spent.calls.indexOf(call)}`}
      />
    </div>
  );
}
