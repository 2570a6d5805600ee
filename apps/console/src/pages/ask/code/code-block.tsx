import type { JSX } from 'preact';
import { CodeParts } from './code-parts';
import { useHighlight } from './use-highlight';
import { t } from '../../../language/messages';

/** A block of code of an answer. */
export function CodeBlock({
  text,
  language,
}: {
  readonly text: string;
  readonly language: string;
}): JSX.Element {
  const parts = useHighlight(text.replace(/\n$/, '').split('\n'), language);
  return (
    <pre tabIndex={0} aria-label={language === '' ? t('Code') : `${t('Code')}, ${language}`}>
      <code>
        {parts.map((line, at) => (
          <>
            {at > 0 && '\n'}
            <CodeParts key={at} parts={line} />
          </>
        ))}
      </code>
    </pre>
  );
}
