import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { TableOfSource } from './data';
import { useScrollHint } from '../../../components/scroll-hint';
import { linesOfTable, titleOf } from './table-lines';
import { t } from '../../../language/messages';

/** The table that a citation is about: the cited cell or rows are marked and scrolled into view. */
export function TableView({ table }: { readonly table: TableOfSource }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  useScrollHint(frame);
  useEffect(() => {
    frame.current?.querySelector('[data-cited]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [table]);
  const { columns, above, below } = table;
  const width = columns.length + 1;
  const title = titleOf(table);
  return (
    <div class="table-frame cited-table" role="region" tabIndex={0} aria-label={title} ref={frame}>
      <table class="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ column, head }) => (
              <th key={column} scope="col" class="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <More many={above} where="above" width={width} />
          {linesOfTable(table).map((line) =>
            line.kind === 'group' ? (
              <tr key={`group ${line.line}`}>
                <th scope="rowgroup" colSpan={width} class="cited-group">
                  {line.text}
                </th>
              </tr>
            ) : (
              <tr
                key={line.line}
                class={line.cited ? 'cited-row' : undefined}
                data-cited={line.cited ? '' : undefined}
              >
                <th scope="row">
                  {line.label}
                  {line.cited && <span class="visually-hidden"> ({t('cited row')})</span>}
                </th>
                {line.cells.map((cell, at) => (
                  <td key={columns[at]?.column} class={`number${cell?.cited === true ? ' cited-cell' : ''}`}>
                    {cell?.cited === true ? <mark>{cell.text}</mark> : cell?.text}
                    {cell?.cited === true && <span class="visually-hidden"> ({t('cited')})</span>}
                  </td>
                ))}
              </tr>
            ),
          )}
          <More many={below} where="below" width={width} />
        </tbody>
      </table>
    </div>
  );
}

function More(props: {
  readonly many: number;
  readonly where: 'above' | 'below';
  readonly width: number;
}): JSX.Element | null {
  const { many, where, width } = props;
  if (many === 0) return null;
  return (
    <tr>
      <td colSpan={width} class="small muted">
        {where === 'above'
          ? t('{count} row above | {count} rows above', { count: many })
          : t('{count} row below | {count} rows below', { count: many })}
      </td>
    </tr>
  );
}
