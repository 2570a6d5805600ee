import type { ComparisonDto, MeasureDifferenceDto, QuestionDifferenceDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { compareSides } from './data';
import { LongAnswer } from './long-answer';
import { chanceOf, inOrder, pipelineName, shown, shownDifference, titleOf } from './measures';
import { t } from '../../language/messages';

/** Two sides, measure by measure, then the questions that became worse or better. */
export function Comparison(props: {
  readonly set: string;
  readonly base: string;
  readonly other: string;
}): JSX.Element {
  const { set, base, other } = props;
  const { data, problem, reload } = useLoad(
    (signal) => compareSides(set, { base, with: other }, signal),
    [set, base, other],
  );
  return (
    <section class="card stack" aria-labelledby="comparison">
      <h2 id="comparison">{t('Comparison')}</h2>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && <Compared of={data} />}
    </section>
  );
}

function Compared({ of }: { readonly of: ComparisonDto }): JSX.Element {
  const names = inOrder(of.measures.map(({ measure }) => measure));
  const rows = names.flatMap((name) => of.measures.filter(({ measure }) => measure === name));
  return (
    <>
      <p class="muted">
        {t('{count} question of both | {count} questions of both', { count: of.questions })}
        {of.leftOut > 0 && `; ${t('{count} left out, because they changed', { count: of.leftOut })}`}
        {'. '}
        {t('Base: {base}. Compared with it: {other}.', {
          base: pipelineName(of.base.pipeline),
          other: pipelineName(of.with.pipeline),
        })}
      </p>
      <Table
        caption={t('Measures of both sides')}
        columns={MEASURE_COLUMNS}
        rows={rows}
        keyOf={({ measure }) => measure}
      />
      <Questions title={t('Worse')} of={of.regressions} />
      <Questions title={t('Better')} of={of.improvements} />
      <Questions title={t('Both worse and better')} of={of.mixed} />
      {of.regressions.length + of.improvements.length + of.mixed.length === 0 && (
        <p class="muted">{t('No question became better or worse.')}</p>
      )}
    </>
  );
}

const CHANCES: Readonly<Record<ReturnType<typeof chanceOf>, string>> = {
  possible: t('possible'),
  'too few questions': t('too few questions'),
  unlikely: t('unlikely'),
};

const MEASURE_COLUMNS: readonly Column<MeasureDifferenceDto>[] = [
  { title: t('Measure'), card: 'lead', cell: ({ measure }) => titleOf(measure) },
  { title: t('Base'), number: true, cell: ({ measure, base }) => shown(measure, base) },
  { title: t('Compared'), number: true, cell: (row) => shown(row.measure, row.with) },
  {
    title: t('Difference'),
    number: true,
    cell: ({ measure, difference }) => shownDifference(measure, difference),
  },
  {
    title: t('95 % interval'),
    number: true,
    cell: ({ measure, low, high }) => (
      <span class="nobreak">
        {t('{low} to {high}', { low: shownDifference(measure, low), high: shownDifference(measure, high) })}
      </span>
    ),
  },
  {
    title: t('Chance?'),
    cell: (row) => {
      const chance = chanceOf(row);
      return chance === 'unlikely' ? (
        <Badge tone="info">{CHANCES[chance]}</Badge>
      ) : (
        <span class="muted">{CHANCES[chance]}</span>
      );
    },
  },
];

function Questions(props: {
  readonly title: string;
  readonly of: readonly QuestionDifferenceDto[];
}): JSX.Element | null {
  const { title, of } = props;
  if (of.length === 0) return null;
  return (
    <section class="stack">
      <h3>
        {title}: {of.length}
      </h3>
      <Table caption={title} columns={QUESTION_COLUMNS} rows={of} keyOf={({ question }) => question} />
    </section>
  );
}

const QUESTION_COLUMNS: readonly Column<QuestionDifferenceDto>[] = [
  { title: t('Question'), card: 'lead', cell: ({ text }) => <span class="golden-question">{text}</span> },
  {
    title: t('Differences'),
    cell: ({ differences }) =>
      inOrder(Object.keys(differences))
        .map((measure) => `${titleOf(measure)} ${shownDifference(measure, differences[measure] ?? 0)}`)
        .join(', '),
  },
  { title: t('Base'), cell: ({ base }) => <LongAnswer text={base.answer} /> },
  { title: t('Compared'), cell: (row) => <LongAnswer text={row.with.answer} /> },
];
