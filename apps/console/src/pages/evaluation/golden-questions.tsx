import type { GoldenQuestionDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Table, type Column } from '../../components/table';
import { Link } from '../../shell/router';
import { StaleBadge } from '../turns/stale-badge';
import { LongAnswer } from './long-answer';
import { t } from '../../language/messages';

const COLUMNS: readonly Column<GoldenQuestionDto>[] = [
  {
    title: t('Question'),
    card: 'lead',
    cell: ({ text, fromTurn, staleness = null }) =>
      fromTurn === null ? (
        text
      ) : (
        <>
          <Link to={`/turns/${fromTurn}`}>{text}</Link> <StaleBadge staleness={staleness} />
        </>
      ),
  },
  {
    title: t('Accepted answers'),
    cell: ({ answers, unanswerable }) =>
      unanswerable ? (
        <span class="muted">{t('no answer is known')}</span>
      ) : answers.length === 0 ? (
        '–'
      ) : (
        <Answers of={answers} />
      ),
  },
  {
    title: t('Gold places'),
    cell: ({ gold }) =>
      gold.length === 0 ? (
        '–'
      ) : (
        <ul class="plain-list small mono">
          {gold.map(({ path, lines }, at) => (
            <li key={at}>{lines ? `${path}:${lines.join('–')}` : path}</li>
          ))}
        </ul>
      ),
  },
];

/** The questions of a golden set, with what is expected. */
export function GoldenQuestions({ of }: { readonly of: readonly GoldenQuestionDto[] }): JSX.Element {
  return (
    <section class="stack" aria-labelledby="golden-questions">
      <h2 id="golden-questions">{t('Questions')}</h2>
      <Table caption={t('Golden questions')} columns={COLUMNS} rows={of} keyOf={({ id }) => id} />
    </section>
  );
}

function Answers({ of }: { readonly of: readonly string[] }): JSX.Element {
  return (
    <ul class="plain-list">
      {of.map((answer) => (
        <li key={answer}>
          <LongAnswer text={answer} />
        </li>
      ))}
    </ul>
  );
}
