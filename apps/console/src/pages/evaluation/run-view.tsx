import type { GoldenRunDto, GoldenSetDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { OutcomeBadge } from '../turns/outcome-badge';
import { readRun } from './data';
import { LongAnswer } from './long-answer';
import { inOrder, pipelineName, shown, titleOf } from './measures';
import { dateTime } from '../../format/duration';
import { t } from '../../language/messages';

/** Polling interval while the run is under way, in milliseconds. */
const EVERY_MS = 2_000;

type Row = GoldenRunDto['rows'][number];

/** One run: the answer to each question, with its measures. */
export function RunView({ set, id }: { readonly set: GoldenSetDto; readonly id: string }): JSX.Element {
  const { data, problem, reload } = useLoad((signal) => readRun(set.name, id, signal), [set.name, id]);
  usePoll(reload, EVERY_MS, data?.endedAt === null);
  const texts = new Map(set.questions.map((question) => [question.id, question.text]));
  return (
    <section class="card stack" aria-labelledby="run">
      <h2 id="run">{t('Run of {date}', { date: data ? dateTime(data.createdAt) : '…' })}</h2>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && (
        <Table
          caption={t('Answers of this run')}
          columns={columnsOf(data, texts)}
          rows={data.rows}
          keyOf={({ question, pipeline }) => `${question} ${pipeline}`}
        />
      )}
    </section>
  );
}

function columnsOf(
  { rows, pipelines }: GoldenRunDto,
  texts: ReadonlyMap<string, string>,
): readonly Column<Row>[] {
  const measures = inOrder(rows.flatMap((row) => Object.keys(row.measures)));
  return [
    {
      title: t('Question'),
      card: 'lead',
      cell: ({ question }) => (
        <span class="golden-question">
          {texts.get(question) ?? t('{question} (no longer in the set)', { question })}
        </span>
      ),
    },
    ...(pipelines.length > 1
      ? [{ title: t('Pipeline'), cell: ({ pipeline }: Row) => pipelineName(pipeline) }]
      : []),
    { title: t('Outcome'), card: 'plain', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    {
      title: t('Answer'),
      card: 'plain',
      cell: ({ answer, reason }) =>
        answer === '' ? (
          <span class="muted">{reason ?? t('none')}</span>
        ) : (
          <details>
            <summary class="nobreak">{t('Answer')}</summary>
            <LongAnswer text={answer} />
          </details>
        ),
    },
    ...measures.map((measure): Column<Row> => ({
      ...{ title: titleOf(measure), number: true },
      cell: (row) => shown(measure, row.measures[measure]),
    })),
  ];
}
