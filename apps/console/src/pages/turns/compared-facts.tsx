import type { JSX } from 'preact';
import { Table, type Column } from '../../components/table';
import { milliseconds } from '../../format/duration';
import { count, money } from '../../format/number';
import { lesser } from './compare';
import type { Side } from './side';
import { confidenceWord } from '../../format/status';
import { t } from '../../language/messages';

interface Row {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  /** If lower is better, the side with the lower value. */
  readonly better: 'left' | 'right' | null;
}

/** The usage of two turns, row by row; the lower time, tokens and cost are marked. */
export function ComparedFacts({ left, right }: { readonly left: Side; readonly right: Side }): JSX.Element {
  const columns: readonly Column<Row>[] = [
    { title: t('Measure'), card: 'lead', cell: ({ name }) => <strong>{name}</strong> },
    { title: t('Left'), number: true, cell: (row) => marked(row.left, row.better === 'left') },
    { title: t('Right'), number: true, cell: (row) => marked(row.right, row.better === 'right') },
  ];
  return (
    <Table
      caption={t('Usage of the two turns')}
      columns={columns}
      rows={rowsOf(left, right)}
      keyOf={({ name }) => name}
    />
  );
}

function marked(text: string, better: boolean): JSX.Element {
  return better ? <span class="better">{text}</span> : <>{text}</>;
}

function rowsOf(left: Side, right: Side): Row[] {
  const text = (name: string, of: (side: Side) => string | null): Row => ({
    name,
    left: of(left) ?? '–',
    right: of(right) ?? '–',
    better: null,
  });
  const number = (
    name: string,
    of: (side: Side) => number | null,
    show: (value: number) => string = count,
  ): Row => {
    const [a, b] = [of(left), of(right)];
    return {
      name,
      left: a === null ? '–' : show(a),
      right: b === null ? '–' : show(b),
      better: lesser(a, b),
    };
  };
  return [
    text(t('Pipeline'), ({ turn }) => turn.pipeline.split('@')[0] ?? null),
    text(t('Confidence'), ({ turn }) => (turn.confidence === null ? null : confidenceWord(turn.confidence))),
    number(t('Time'), ({ trace }) => trace?.totalMs ?? null, milliseconds),
    number(t('In queues'), ({ trace }) => trace?.waitedMs ?? null, milliseconds),
    number(t('Working'), ({ trace }) => trace?.workMs ?? null, milliseconds),
    number(t('Model calls'), ({ turn }) => turn.spent?.modelCalls ?? null),
    number(t('Tokens in'), ({ turn }) => turn.spent?.inputTokens ?? null),
    number(t('Tokens out'), ({ turn }) => turn.spent?.outputTokens ?? null),
    number(t('Cost'), ({ turn }) => turn.spent?.cost ?? null, money),
    text(t('Passes'), ({ turn }) => (turn.passes === null ? null : String(turn.passes))),
    text(t('Requested, found, not found'), ({ turn: { needs } }) =>
      [
        needs.length,
        needs.filter(({ status }) => status === 'resolved').length,
        needs.filter(({ status }) => status === 'missed').length,
      ].join(', '),
    ),
    text(t('Evidence, cited'), ({ turn }) => `${turn.evidence.length}, ${turn.citations.length}`),
    text(t('Claims supported'), ({ turn: { claims } }) =>
      claims === null
        ? null
        : t('{done} of {total}', {
            done: claims.filter(({ status }) => status === 'supported').length,
            total: claims.length,
          }),
    ),
  ];
}
