import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CodeParts } from '../code/code-parts';
import { useHighlight } from '../code/use-highlight';
import type { SourceOfEvidence } from './data';
import { t } from '../../../language/messages';

/** Lines with their numbers. The cited ones are marked and scrolled into view. */
export function CodeView({ source }: { readonly source: SourceOfEvidence }): JSX.Element {
  const { lines, firstLine, markedFrom, markedTo, language, path } = source;
  const frame = useRef<HTMLDivElement>(null);
  const coloured = useHighlight(lines, language ?? null);
  useEffect(() => {
    const marked = frame.current?.querySelector<HTMLElement>('.line.marked');
    if (marked && frame.current) frame.current.scrollTop = Math.max(0, marked.offsetTop - 48);
  }, [source]);
  return (
    <div
      class="code"
      ref={frame}
      role="region"
      tabIndex={0}
      aria-label={t('{path}, lines {first} to {last}; lines {from} to {to} are marked', {
        path,
        first: String(firstLine),
        last: String(firstLine + lines.length - 1),
        from: String(markedFrom),
        to: String(markedTo),
      })}
    >
      <ol class="code-lines" start={firstLine}>
        {coloured.map((parts, at) => {
          const number = firstLine + at;
          const marked = number >= markedFrom && number <= markedTo;
          return (
            <li key={number} class={`line${marked ? ' marked' : ''}`}>
              <span class="line-number" aria-hidden="true">
                {number}
              </span>
              <code>
                <CodeParts parts={parts} />
              </code>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
