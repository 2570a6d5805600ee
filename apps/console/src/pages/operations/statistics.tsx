import type { GroupStatisticsDto, InstallationStatisticsDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call';
import { useLoad } from '../../api/use-load';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { SelectField } from '../../components/select-field';
import { Spinner } from '../../components/spinner';
import { count, money } from '../../format/number';
import { Bars } from './charts';
import { GroupCard, nameOf } from './group-card';
import { Totals } from './totals';
import { t } from '../../language/messages';

const PERIODS = [
  { days: 1, title: t('the last day') },
  { days: 7, title: t('the last week') },
  { days: 30, title: t('the last 30 days') },
] as const;

const GROUPINGS = [
  { by: 'pipeline', title: t('pipeline') },
  { by: 'tenant', title: t('tenant') },
  { by: 'tenant,pipeline', title: t('tenant and pipeline') },
] as const;

/** Outcomes and cost of the turns of all tenants. */
export function Statistics(): JSX.Element {
  const [days, setDays] = useState<number>(7);
  const [by, setBy] = useState<string>('pipeline');
  const all = useLoad((signal) => read(days, 'none', signal), [days]);
  const grouped = useLoad((signal) => read(days, by, signal), [days, by]);
  const problem = all.problem ?? grouped.problem;
  const [whole] = all.data ?? [];
  const groups = grouped.data ?? [];
  return (
    <div class="stack">
      <div class="filters">
        <SelectField label={t('Asked in')} value={String(days)} onChoose={(value) => setDays(Number(value))}>
          {PERIODS.map((period) => [String(period.days), period.title])}
        </SelectField>
        <SelectField label={t('By')} value={by} onChoose={setBy}>
          {GROUPINGS.map((grouping) => [grouping.by, grouping.title])}
        </SelectField>
      </div>
      {problem && (
        <ErrorNote
          problem={problem}
          onRetry={() => {
            all.reload();
            grouped.reload();
          }}
        />
      )}
      {(!all.data || !grouped.data) && !problem && <Spinner />}
      {all.data && (whole === undefined || whole.turns === 0) && (
        <EmptyState title={t('No turn ended in this period')}>
          <p>{t('Choose a longer period. Turns are counted for as long as they are kept.')}</p>
        </EmptyState>
      )}
      {whole && whole.turns > 0 && <Totals of={whole} />}
      {whole && whole.turns > 0 && groups.length > 0 && <Groups groups={groups} />}
    </div>
  );
}

async function read(days: number, by: string, signal: AbortSignal): Promise<readonly GroupStatisticsDto[]> {
  const since = new Date(Date.now() - days * 86_400_000).toISOString();
  const query = new URLSearchParams({ since, by });
  const path = `/v1/operations/statistics?${query}`;
  return (await call<InstallationStatisticsDto>('GET', path, { signal })).groups;
}

function Groups({ groups }: { readonly groups: readonly GroupStatisticsDto[] }): JSX.Element {
  const priced = groups.filter((group) => group.priced > 0);
  return (
    <>
      <div class="statistics-grid">
        <section class="card stack" aria-label={t('Tokens')}>
          <h2>{t('Tokens')}</h2>
          <Bars
            label={t('Tokens, in and out')}
            bars={groups.map((group) => {
              const tokens = group.inputTokens + group.outputTokens;
              return { name: nameOf(group), value: tokens, text: count(tokens) };
            })}
          />
        </section>
        <section class="card stack" aria-label={t('Cost')}>
          <h2>{t('Cost')}</h2>
          {priced.length === 0 ? (
            <p class="muted small">
              {t('No turn has a price: costs are computed from the setting ‘prices’ of a pipeline.')}
            </p>
          ) : (
            <Bars
              label={t('Cost of turns with a price')}
              bars={priced.map((group) => ({
                name: nameOf(group),
                value: group.cost,
                text: money(group.cost),
              }))}
            />
          )}
        </section>
      </div>
      <div class="statistics-grid">
        {groups.map((group) => (
          <GroupCard key={nameOf(group)} of={group} />
        ))}
      </div>
    </>
  );
}
