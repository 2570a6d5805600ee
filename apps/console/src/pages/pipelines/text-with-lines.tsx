import type { FileProblemDto } from '@quarry/client';
import type { JSX, RefObject } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** A text area with line numbers. Lines with problems are marked, and show them on hover. */
export function TextWithLines(props: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly areaRef: RefObject<HTMLTextAreaElement | null>;
  readonly marks: readonly FileProblemDto[];
}): JSX.Element {
  const { label, text, onText, areaRef, marks } = props;
  const id = useId();
  const gutter = useRef<HTMLOListElement>(null);
  const byLine = new Map(marks.map((mark) => [mark.line, mark]));
  const lines = text.split('\n').length;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="lined">
        <ol class="gutter" ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => {
            const mark = byLine.get(index + 1);
            return (
              <li key={index} class={mark ? `marked ${mark.severity}` : undefined} title={mark?.message}>
                {index + 1}
              </li>
            );
          })}
        </ol>
        <textarea
          id={id}
          ref={areaRef}
          class="lined-text"
          rows={Math.min(28, Math.max(12, lines + 1))}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          aria-invalid={marks.some(({ severity }) => severity === 'error')}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
    </div>
  );
}
