import type { JSX } from 'preact';
import { Icon } from '../../components/icon';
import { Link } from '../../shell/router';
import { t } from '../../language/messages';

/** A failed turn and its retry. */
export interface RetriedTurn {
  readonly id: string;
  readonly turn: string;
}

/** Retries since this page was opened. */
export function Retried({ turns }: { readonly turns: readonly RetriedTurn[] }): JSX.Element {
  return (
    <div class="note" role="status">
      <Icon name="check" />
      <div>
        <p>
          {t('One turn was retried. | {count} turns were retried.', { count: turns.length })}{' '}
          {t('If a retry fails, it appears here again. You can open the turns of your own tenant.')}
        </p>
        <ul class="plain-list small">
          {turns.slice(0, 10).map(({ id, turn }) => (
            <li key={turn}>
              <span class="mono">{id}</span> → <Link to={`/turns/${turn}`}>{turn}</Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
