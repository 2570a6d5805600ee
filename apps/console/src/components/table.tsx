import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useScrollHint } from './scroll-hint';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are right-aligned. */
  readonly number?: boolean;
  /** On a card: `lead` takes the rest of the first line, and `plain` speaks for itself; neither repeats the title. */
  readonly card?: 'lead' | 'plain';
}

/** More columns than this stand closer together. */
const MANY = 6;

/**
 * Rows under headings. Scrolls horizontally if necessary, also by keyboard. On a phone, each row is a card: its cells
 * with their titles, except where a column says otherwise.
 */
export function Table<Row>(props: {
  /** The content of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}): JSX.Element {
  const { caption, columns, rows, keyOf } = props;
  const frame = useRef<HTMLDivElement>(null);
  useScrollHint(frame);
  return (
    <div class="table-frame" role="region" aria-label={caption} tabIndex={0} ref={frame}>
      <table class={columns.length > MANY ? 'table cards dense' : 'table cards'}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, number }) => (
              <th key={title} scope="col" class={number === true ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, number, card }) => (
                <td
                  key={title}
                  class={number === true ? 'number' : card === 'lead' ? 'lead' : undefined}
                  data-title={card === undefined ? title : undefined}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
