import type { PaidCallDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { EmptyState } from '../../components/empty-state';
import { Table, type Column } from '../../components/table';
import { count, money } from '../../format/number';

const COLUMNS: readonly Column<PaidCallDto>[] = [
  { title: 'Step', cell: ({ step }) => <strong>{step}</strong> },
  { title: 'Model', cell: ({ model }) => <span class="mono">{model}</span> },
  { title: 'Tokens in', number: true, cell: ({ inputTokens }) => count(inputTokens) },
  { title: 'From cache', number: true, cell: ({ cachedTokens = 0 }) => count(cachedTokens) },
  { title: 'Tokens out', number: true, cell: ({ outputTokens }) => count(outputTokens) },
  { title: 'Cost', number: true, cell: ({ cost }) => money(cost) },
];

/** The cost of each model call. */
export function CostTable({ turn }: { readonly turn: TurnDto }): JSX.Element {
  const { spent } = turn;
  if (!spent || spent.calls.length === 0)
    return (
      <EmptyState title="No model was called">
        <p>The cost of a call is computed from the price table of the pipeline (setting ‘prices’).</p>
      </EmptyState>
    );
  return (
    <div class="stack">
      <p>
        {spent.modelCalls} {spent.modelCalls === 1 ? 'call' : 'calls'}, {count(spent.inputTokens)} tokens in
        {spent.cachedTokens === undefined ? '' : ` (${count(spent.cachedTokens)} from a cache)`},{' '}
        {count(spent.outputTokens)} out
        {spent.cost === null ? '; the price table lacks a model.' : `: ${money(spent.cost)} in total.`}
      </p>
      <Table
        caption="Model calls"
        columns={COLUMNS}
        rows={spent.calls}
        keyOf={(call) => `${call.step} ${spent.calls.indexOf(call)}`}
      />
    </div>
  );
}
