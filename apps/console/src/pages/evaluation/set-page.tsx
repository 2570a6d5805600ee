import './evaluation.css';
import type { JSX } from 'preact';
import { useCaller } from '../../api/caller';
import { useLoad } from '../../api/use-load';
import { usePoll } from '../../api/use-poll';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import type { PageProps } from '../../shell/lazy-page';
import { Link } from '../../shell/router';
import { Comparison } from './comparison';
import { listRuns, readSet } from './data';
import { GoldenQuestions } from './golden-questions';
import { NewRun } from './new-run';
import { RunView } from './run-view';
import { Runs } from './runs';
import { scheduleInWords } from './schedule';
import { Trend } from './trend';
import { t } from '../../language/messages';

/** Polling interval while a run is under way, in milliseconds. */
const EVERY_MS = 2_000;

/** A golden set: its runs, their trend, one run or a comparison question by question, and its questions. */
export function SetPage({ params, query }: PageProps): JSX.Element {
  const name = params['name'] ?? '';
  const run = query.get('run');
  const base = query.get('base');
  const other = query.get('with');
  const caller = useCaller();
  const set = useLoad((signal) => readSet(name, signal), [name]);
  const runs = useLoad((signal) => listRuns(name, signal), [name]);
  const isRunning = runs.data?.some(({ endedAt }) => endedAt === null) ?? false;
  usePoll(runs.reload, EVERY_MS, isRunning);
  const problem = set.problem ?? runs.problem;
  return (
    <Page
      title={name}
      about={
        set.data
          ? t(
              '{count} golden question. Schedule: {schedule}. | {count} golden questions. Schedule: {schedule}.',
              { count: set.data.size, schedule: scheduleInWords(set.data.schedule) },
            )
          : ''
      }
      actions={
        <Link class="button" to="/evaluation">
          {t('All golden sets')}
        </Link>
      }
    >
      <div class="stack">
        {problem && <ErrorNote problem={problem} onRetry={set.reload} />}
        {!problem && (!set.data || !runs.data) && <Spinner />}
        {set.data && runs.data && (
          <>
            {caller !== null && caller.role !== 'reader' && (
              <NewRun set={name} underWay={isRunning} onStarted={runs.reload} />
            )}
            {base !== null && other !== null && <Comparison set={name} base={base} other={other} />}
            {run !== null && <RunView key={run} set={set.data} id={run} />}
            <Runs
              key={name}
              set={name}
              runs={runs.data}
              maintains={caller !== null && caller.role !== 'reader'}
              onChanged={runs.reload}
            />
            <Trend runs={runs.data} />
            <GoldenQuestions of={set.data.questions} />
          </>
        )}
      </div>
    </Page>
  );
}
