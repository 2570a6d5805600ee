import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { navigate } from '../../shell/router';
import { listPipelines } from '../pipelines/data';
import { rerun } from './data';
import { t } from '../../language/messages';

/** Asks the question of a turn again, with any pipeline, and compares the two. */
export function RunAgain({ turn }: { readonly turn: TurnDto }): JSX.Element {
  const [own = ''] = turn.pipeline.split('@');
  const [pipeline, setPipeline] = useState(own);
  const { data: pipelines } = useLoad(listPipelines, []);
  const { busy, problem, run } = useAction();
  const again = (): void =>
    run(async () => {
      const { id } = await rerun(turn.id, pipeline);
      navigate(`/turns/compare?left=${encodeURIComponent(turn.id)}&right=${encodeURIComponent(id)}`);
    });
  return (
    <div class="stack">
      <div class="filters">
        <Field label={t('Ask again with')}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={pipeline}
              onChange={(event) => setPipeline(event.currentTarget.value)}
            >
              {(pipelines ?? [{ name: own }]).map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                  {name === own ? ` (${t('as it was')})` : ''}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button icon="reload" disabled={busy} onClick={again}>
          {busy ? t('Asking …') : t('Run again and compare')}
        </Button>
      </div>
      {problem && <ErrorNote problem={problem} />}
    </div>
  );
}
