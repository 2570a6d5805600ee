import type { JSX } from 'preact';
import { EmptyState } from '../../../components/empty-state';
import { Link } from '../../../shell/router';
import { t } from '../../../language/messages';

/** The turn does not exist, has expired, or belongs to another tenant. The gateway does not say which. */
export function TurnUnknown(): JSX.Element {
  return (
    <EmptyState title={t('Answer not found')}>
      <p>
        {t(
          'It does not exist, is no longer kept, or you may not read it. A shared link does not grant access.',
        )}
      </p>
      <Link class="button" to="/ask">
        {t('Ask a question')}
      </Link>
    </EmptyState>
  );
}
