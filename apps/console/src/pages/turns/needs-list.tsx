import type { NeedDto, TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { Table, type Column } from '../../components/table';
import { needWord } from '../../format/status';
import { t } from '../../language/messages';

const TONES: Readonly<Record<NeedDto['status'], Tone>> = { open: 'info', resolved: 'good', missed: 'warn' };

/** What the turn requested before it answered, the results, and why something counts as not found. */
export function NeedsList({ turn }: { readonly turn: TurnDto }): JSX.Element {
  const { needs, misses } = turn;
  if (needs.length + misses.length === 0)
    return (
      <EmptyState title={t('No further requests')}>
        <p>{t('The first search found enough.')}</p>
      </EmptyState>
    );
  const columns: readonly Column<NeedDto>[] = [
    { title: t('Pass'), number: true, cell: ({ pass }) => pass },
    { title: t('Request'), card: 'lead', cell: ({ text }) => text },
    { title: t('Became'), cell: ({ status }) => <Badge tone={TONES[status]}>{needWord(status)}</Badge> },
    {
      title: t('Evidence, or reason'),
      cell: ({ id, text, resolvedBy }) => {
        if (resolvedBy.length > 0) return resolvedBy.map((n) => `[${n}]`).join(' ');
        const miss = misses.find((one) => one.text === text);
        return miss ? (
          <div key={id}>
            <p>{miss.why}</p>
            {miss.where.length > 0 && (
              <p class="muted small">{t('Searched in: {places}', { places: miss.where.join('; ') })}</p>
            )}
          </div>
        ) : (
          '–'
        );
      },
    },
  ];
  const others = misses.filter(({ text }) => needs.every((need) => need.text !== text));
  return (
    <div class="stack">
      {needs.length > 0 && (
        <Table caption={t('Requests')} columns={columns} rows={needs} keyOf={({ id }) => id} />
      )}
      {others.length > 0 && (
        <section class="stack">
          <h2>{t('Searched for and not found')}</h2>
          <ul class="plain-list">
            {others.map(({ text, why, where, pass }) => (
              <li key={`${pass} ${text}`}>
                <strong>{text}</strong> <span class="muted">{why}</span>
                {where.length > 0 && (
                  <p class="muted small">{t('Searched in: {places}', { places: where.join('; ') })}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
