import type { ListedTurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { quarry } from '../../api/client';
import { useLoad } from '../../api/use-load';
import { Icon } from '../../components/icon';
import { Link } from '../../shell/router';

/** Number of recent turns to search for conversations. */
const LOOKED_THROUGH = 60;
const SHOWN = 8;

/** Recent conversations. Each opens at its end. */
export function Recent(): JSX.Element | null {
  const { data } = useLoad(conversations, []);
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Recent conversations">
      <div class="row spread">
        <h2 class="section-title">Recent</h2>
        <Link to="/turns" class="small">
          All turns
        </Link>
      </div>
      <ul class="recent">
        {data.map(({ last, first, turns }) => (
          <li key={last.id}>
            <Link to={`/turns/${last.id}`}>
              <Icon name="ask" />
              <span class="recent-question">{first.question.original}</span>
              <span class="muted small">
                {turns > 1 ? `${turns} questions · ` : ''}
                <time dateTime={last.askedAt}>{new Date(last.askedAt).toLocaleDateString()}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Conversation {
  readonly first: ListedTurnDto;
  readonly last: ListedTurnDto;
  readonly turns: number;
}

async function conversations(signal: AbortSignal): Promise<readonly Conversation[]> {
  const found = new Map<string, Conversation>();
  let seen = 0;
  // Newest first.
  for await (const turn of quarry().turns({ limit: LOOKED_THROUGH, signal })) {
    const known = found.get(turn.session);
    if (known) found.set(turn.session, { ...known, first: turn, turns: known.turns + 1 });
    else if (found.size < SHOWN) found.set(turn.session, { first: turn, last: turn, turns: 1 });
    seen += 1;
    if (seen === LOOKED_THROUGH) break;
  }
  return [...found.values()];
}
