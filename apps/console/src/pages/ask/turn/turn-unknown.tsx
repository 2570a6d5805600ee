import type { JSX } from 'preact';
import { EmptyState } from '../../../components/empty-state';
import { Link } from '../../../shell/router';

/** Not there, forgotten, or somebody else's: the gateway does not say which. */
export function TurnUnknown(): JSX.Element {
  return (
    <EmptyState title="This answer is not here">
      <p>
        It does not exist, is no longer kept, or belongs to others. A shared link opens only with rights of
        its own.
      </p>
      <Link class="button" to="/ask">
        Ask a question
      </Link>
    </EmptyState>
  );
}
