import type { JSX } from 'preact';
import type { Problem } from '../api/problem';
import { Button } from './button';
import { Icon } from './icon';
import { t } from '../language/messages';

/** A problem of the API with its message, its stable code, and a way to retry. */
export function ErrorNote(props: { readonly problem: Problem; readonly onRetry?: () => void }): JSX.Element {
  const { problem, onRetry } = props;
  return (
    <div class="note bad" role="alert">
      <Icon name="alert" />
      <div class="stack">
        <div>
          <strong>{problem.title}</strong>
          <p>{problem.message}</p>
          <p class="note-code">
            {problem.code}
            {problem.status > 0 && ` · ${problem.status}`}
          </p>
        </div>
        {onRetry && (
          <div>
            <Button icon="reload" onClick={onRetry}>
              {t('Try again')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
