import type { ComponentChildren, JSX } from 'preact';
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
import { rich, t } from '../../language/messages';

/** Polling interval for a running turn, in milliseconds. */
const LIVE_MS = 1_000;

/** Two turns side by side: their answers, their usage, and their evidence. */
export function ComparePage({ query }: PageProps): JSX.Element {
  const [left, right] = [query.get('left') ?? '', query.get('right') ?? ''];
  return left === '' || right === '' ? (
    <Frame>
      <EmptyState title={t('Two turns are needed')}>
        <p>{t('Choose two in the list of turns, or run one again from its trace.')}</p>
      </EmptyState>
    </Frame>
  ) : (
    <Compared leftId={left} rightId={right} />
  );
}

function Frame(props: {
  readonly about?: string | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <Page
      title={t('Compare two turns')}
      about={props.about}
      actions={
        <Link class="button" to="/turns">
          {t('All turns')}
        </Link>
      }
    >
      {props.children}
    </Page>
  );
}

function Compared({ leftId, rightId }: { readonly leftId: string; readonly rightId: string }): JSX.Element {
  const left = useSide(leftId);
  const right = useSide(rightId);
  const problem = left.problem ?? right.problem;
  const reload = (): void => {
    left.reload();
    right.reload();
  };
  return (
    <Frame about={left.data?.turn.question.original}>
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {(!left.data || !right.data) && !problem && <Spinner />}
      {left.data && right.data && <Both left={left.data} right={right.data} />}
    </Frame>
  );
}

function Both({ left, right }: { readonly left: Side; readonly right: Side }): JSX.Element {
  const same = left.turn.question.original === right.turn.question.original;
  return (
    <div class="stack">
      {!same && (
        <p class="muted">
          {rich('The questions differ: {question} on the right.', {
            question: <q>{right.turn.question.original}</q>,
          })}
        </p>
      )}
      <div class="two-columns">
        <ComparedAnswer side={left} name={t('Left')} />
        <ComparedAnswer side={right} name={t('Right')} />
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
