import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { quarry } from '../../api/client';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { startRun } from './data';
import { t } from '../../language/messages';

/** Maximum number of pipelines of one run. */
const MOST = 4;

/** Chooses pipelines, and asks them all questions of the set. */
export function NewRun(props: {
  readonly set: string;
  readonly underWay: boolean;
  readonly onStarted: () => void;
}): JSX.Element {
  const { set, underWay, onStarted } = props;
  const pipelines = useLoad((signal) => quarry().pipelines({ signal }), []).data ?? [];
  const [chosen, setChosen] = useState<readonly string[]>(['code']);
  const { busy, problem, run } = useAction();
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <form
      class="card stack"
      aria-label={t('New run')}
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          await startRun(set, chosen);
          onStarted();
        });
      }}
    >
      <fieldset class="choices">
        <legend>{t('Ask all questions with')}</legend>
        {pipelines.map(({ name, description }) => (
          <label key={name} title={description}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={!chosen.includes(name) && chosen.length >= MOST}
              onChange={() => toggle(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {problem && <ErrorNote problem={problem} />}
      <div class="row">
        <Button look="primary" type="submit" disabled={busy || underWay || chosen.length === 0}>
          {t('Start a run')}
        </Button>
        <span class="muted small">
          {underWay
            ? t('A run is under way: start another one when it has ended.')
            : t('A run costs as much as the same questions asked by users.')}
        </span>
      </div>
    </form>
  );
}
