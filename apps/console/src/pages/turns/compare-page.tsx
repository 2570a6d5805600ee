import type { JSX } from 'preact';
import { useLoad, type Loaded } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import type { PageProps } from '../../shell/lazy-page';
import { Link } from '../../shell/router';
import { ComparedAnswer } from './compared-answer';
import { ComparedEvidence } from './compared-evidence';
import { ComparedFacts } from './compared-facts';
import { readTrace, readTurn } from './data';
import type { Side } from './side';
import './turns.css';

/** Polling interval for a running turn, in milliseconds. */
const LIVE_MS = 1_000;

/** Two turns side by side: their answers, their usage, and their evidence. */
export function ComparePage({ query }: PageProps): JSX.Element {
  const left = useSide(query.get('left') ?? '');
  const right = useSide(query.get('right') ?? '');
  const problem = left.problem ?? right.problem;
  return (
    <Page
      title="Compare two turns"
      about={left.data?.turn.question.original}
      actions={
        <Link class="button" to="/turns">
          All turns
        </Link>
      }
    >
      {!query.has('left') || !query.has('right') ? (
        <EmptyState title="Two turns are needed">
          <p>Choose two in the list of turns, or run one again from its trace.</p>
        </EmptyState>
      ) : (
        <>
          {problem && (
            <ErrorNote
              problem={problem}
              onRetry={() => {
                left.reload();
                right.reload();
              }}
            />
          )}
          {(!left.data || !right.data) && !problem && <Spinner />}
          {left.data && right.data && <Both left={left.data} right={right.data} />}
        </>
      )}
    </Page>
  );
}

function Both({ left, right }: { readonly left: Side; readonly right: Side }): JSX.Element {
  const same = left.turn.question.original === right.turn.question.original;
  return (
    <div class="stack">
      {!same && (
        <p class="muted">
          The questions differ: <q>{right.turn.question.original}</q> on the right.
        </p>
      )}
      <div class="two-columns">
        <ComparedAnswer side={left} name="Left" />
        <ComparedAnswer side={right} name="Right" />
      </div>
      <ComparedFacts left={left} right={right} />
      <ComparedEvidence left={left.turn} right={right.turn} />
    </div>
  );
}

/** A turn with its trace, live while it runs. */
function useSide(id: string): Loaded<Side> {
  const loaded = useLoad<Side>(
    async (signal) => {
      const turn = await readTurn(id, signal);
      // The history may keep a turn without its trace: only its answer is available.
      const trace = await readTrace(id, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return null;
      });
      return { turn, trace };
    },
    [id],
  );
  usePoll(loaded.reload, LIVE_MS, loaded.data?.turn.status === 'running');
  return loaded;
}
