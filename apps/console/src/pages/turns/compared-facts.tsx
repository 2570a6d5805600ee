import type { JSX } from 'preact';
import { Table, type Column } from '../../components/table';
import { milliseconds } from '../../format/duration';
import { count, money } from '../../format/number';
import { lesser } from './compare';
import type { Side } from './side';

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
    { title: 'Measure', cell: ({ name }) => <strong>{name}</strong> },
    { title: 'Left', number: true, cell: (row) => marked(row.left, row.better === 'left') },
    { title: 'Right', number: true, cell: (row) => marked(row.right, row.better === 'right') },
  ];
  return (
    <Table
      caption="Usage of the two turns"
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
    text('Pipeline', ({ turn }) => turn.pipeline.split('@')[0] ?? null),
    text('Confidence', ({ turn }) => turn.confidence),
    number('Time', ({ trace }) => trace?.totalMs ?? null, milliseconds),
    number('In queues', ({ trace }) => trace?.waitedMs ?? null, milliseconds),
    number('Working', ({ trace }) => trace?.workMs ?? null, milliseconds),
    number('Model calls', ({ turn }) => turn.spent?.modelCalls ?? null),
    number('Tokens in', ({ turn }) => turn.spent?.inputTokens ?? null),
    number('Tokens out', ({ turn }) => turn.spent?.outputTokens ?? null),
    number('Cost', ({ turn }) => turn.spent?.cost ?? null, money),
    text('Passes', ({ turn }) => (turn.passes === null ? null : String(turn.passes))),
    text('Requested, found, not found', ({ turn: { needs } }) =>
      [
        needs.length,
        needs.filter(({ status }) => status === 'resolved').length,
        needs.filter(({ status }) => status === 'missed').length,
      ].join(', '),
    ),
    text('Evidence, cited', ({ turn }) => `${turn.evidence.length}, ${turn.citations.length}`),
    text('Claims supported', ({ turn: { claims } }) =>
      claims === null
        ? null
        : `${claims.filter(({ status }) => status === 'supported').length} of ${claims.length}`,
    ),
  ];
}
