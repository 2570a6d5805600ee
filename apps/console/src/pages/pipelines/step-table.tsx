import type { PipelineDetailDto, StepDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Table, type Column } from '../../components/table';
import { milliseconds } from '../../format/duration';
import type { LitPath } from './lit-path';
import { t } from '../../language/messages';

/** The drawing as text. */
export function StepTable(props: {
  readonly pipeline: PipelineDetailDto;
  readonly lit: LitPath | null;
}): JSX.Element {
  const { pipeline, lit } = props;
  const columns: Column<StepDto>[] = [
    { title: t('Step'), card: 'lead', cell: ({ id }) => <strong>{id}</strong> },
    {
      title: t('Action'),
      cell: ({ service, action }) => (
        <span class="mono">
          {service}.{action}
        </span>
      ),
    },
    {
      title: t('Leads to'),
      cell: ({ id, on, end }) =>
        end
          ? t('the end of the turn')
          : Object.entries(on)
              .map(([outcome, to]) => `${outcome} → ${to}`)
              .join(', ') + (id === pipeline.entry ? ` (${t('first step')})` : ''),
    },
  ];
  if (lit)
    columns.push(
      { title: t('Visits'), number: true, cell: ({ id }) => lit.steps.get(id)?.times ?? '–' },
      {
        title: t('Time'),
        number: true,
        cell: ({ id }) => {
          const visit = lit.steps.get(id);
          return visit ? milliseconds(visit.ms) : '–';
        },
      },
    );
  return (
    <details class="fold">
      <summary>
        <span class="fold-title">{t('The steps as a list')}</span>
      </summary>
      <Table
        caption={t('Steps of {name}', { name: pipeline.name })}
        columns={columns}
        rows={pipeline.steps}
        keyOf={({ id }) => id}
      />
    </details>
  );
}
