import type { TurnListDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call';
import { quarry } from '../../api/client';
import { asProblem, type Problem } from '../../api/problem';
import { useLoad } from '../../api/use-load';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { Spinner } from '../../components/spinner';
import { milliseconds } from '../../format/duration';
import { Link, navigate } from '../../shell/router';
import type { LitPath, StepRun } from './lit-path';
import { outcomeOf } from '../ask/turn/outcome';
import { t } from '../../language/messages';

interface Runs {
  readonly runs: readonly StepRun[];
  readonly running: boolean;
  readonly problem: Problem | null;
}

const NONE: Runs = { runs: [], running: false, problem: null };

/** The steps that a turn has run, from its log; live for a running turn. */
export function useRuns(turn: string | null): Runs {
  const [state, setState] = useState<Runs>(NONE);
  useEffect(() => {
    setState({ ...NONE, running: turn !== null });
    if (turn === null) return;
    const controller = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const event of quarry().events(turn, { signal: controller.signal }))
        if (event.type === 'step.finished') {
          const { step, outcome, ms } = event;
          setState((before) => ({ ...before, runs: [...before.runs, { step, outcome, ms }] }));
        }
      setState((before) => ({ ...before, running: false }));
    };
    follow().catch((error: unknown) => {
      if (controller.signal.aborted) return;
      setState((before) => ({ ...before, running: false, problem: asProblem(error) }));
    });
    return () => {
      controller.abort();
    };
  }, [turn]);
  return state;
}

/** Selects the turn whose path is highlighted, and shows its question. */
export function LitTurn(props: {
  readonly pipeline: string;
  readonly turn: string | null;
  readonly lit: LitPath | null;
  readonly running: boolean;
  readonly problem: Problem | null;
}): JSX.Element {
  const { pipeline, turn, lit, running, problem } = props;
  const { data } = useLoad((signal) => recentTurns(pipeline, signal), [pipeline]);
  const known = data ?? [];
  const at = `/pipelines/${encodeURIComponent(pipeline)}`;
  const steps = [...(lit?.steps.values() ?? [])];
  const visits = steps.reduce((sum, { times }) => sum + times, 0);
  const ms = steps.reduce((sum, step) => sum + step.ms, 0);
  return (
    <div class="stack">
      <div class="filters">
        <Field label={t('Highlight the path of a turn')}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={turn ?? ''}
              onChange={({ currentTarget: { value } }) =>
                navigate(value === '' ? at : `${at}?turn=${encodeURIComponent(value)}`, { replace: true })
              }
            >
              <option value="">{known.length === 0 && turn === null ? t('no turns yet') : t('none')}</option>
              {turn !== null && known.every(({ id }) => id !== turn) && <option value={turn}>{turn}</option>}
              {known.map(({ id, question, outcome }) => (
                <option key={id} value={id}>
                  {question.original.slice(0, 80)} ({outcomeOf({ outcome }).word})
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {problem && <ErrorNote problem={problem} />}
      {turn !== null && !problem && (
        <p class="row small" role="status">
          {running && <Spinner />}
          <span>
            {t('{count} step run, {time} of work | {count} steps run, {time} of work', {
              count: visits,
              time: milliseconds(ms),
            })}
          </span>
          <Link to={`/turns/${encodeURIComponent(turn)}/trace`}>{t('Open its trace')}</Link>
        </p>
      )}
    </div>
  );
}

async function recentTurns(pipeline: string, signal: AbortSignal): Promise<TurnListDto['turns']> {
  const { turns } = await call<TurnListDto>('GET', '/v1/turns?limit=100', { signal });
  return turns.filter((turn) => turn.pipeline === pipeline || turn.pipeline.startsWith(`${pipeline}@`));
}
