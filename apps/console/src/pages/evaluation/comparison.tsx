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
      <h2 id="comparison">Comparison</h2>
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
        {of.questions} questions of both{of.leftOut > 0 && `; ${of.leftOut} left out, because they changed`}.
        Base: {pipelineName(of.base.pipeline)}. Compared with it: {pipelineName(of.with.pipeline)}.
      </p>
      <Table
        caption="Measures of both sides"
        columns={MEASURE_COLUMNS}
        rows={rows}
        keyOf={({ measure }) => measure}
      />
      <Questions title="Worse" of={of.regressions} />
      <Questions title="Better" of={of.improvements} />
      <Questions title="Both worse and better" of={of.mixed} />
      {of.regressions.length + of.improvements.length + of.mixed.length === 0 && (
        <p class="muted">No question became better or worse.</p>
      )}
    </>
  );
}

const MEASURE_COLUMNS: readonly Column<MeasureDifferenceDto>[] = [
  { title: 'Measure', cell: ({ measure }) => titleOf(measure) },
  { title: 'Base', number: true, cell: ({ measure, base }) => shown(measure, base) },
  { title: 'Compared', number: true, cell: (row) => shown(row.measure, row.with) },
  {
    title: 'Difference',
    number: true,
    cell: ({ measure, difference }) => shownDifference(measure, difference),
  },
  {
    title: '95 % interval',
    number: true,
    cell: ({ measure, low, high }) => (
      <span class="nobreak">
        {shownDifference(measure, low)} to {shownDifference(measure, high)}
      </span>
    ),
  },
  {
    title: 'Chance?',
    cell: (row) => {
      const chance = chanceOf(row);
      return chance === 'unlikely' ? (
        <Badge tone="info">{chance}</Badge>
      ) : (
        <span class="muted">{chance}</span>
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
  { title: 'Question', cell: ({ text }) => <span class="golden-question">{text}</span> },
  {
    title: 'Differences',
    cell: ({ differences }) =>
      inOrder(Object.keys(differences))
        .map((measure) => `${titleOf(measure)} ${shownDifference(measure, differences[measure] ?? 0)}`)
        .join(', '),
  },
  { title: 'Base', cell: ({ base }) => <LongAnswer text={base.answer} /> },
  { title: 'Compared', cell: (row) => <LongAnswer text={row.with.answer} /> },
];
