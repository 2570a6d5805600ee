import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { call } from '../../../api/call';
import { quarry } from '../../../api/client';
import { useLoad } from '../../../api/use-load';
import type { Choices } from './choices';
import { PipelineChoice } from './pipeline-choice';
import { RepositoryChoice } from './repository-choice';
import { t } from '../../../language/messages';

const DEPTHS: readonly {
  readonly depth: Choices['depth'];
  readonly name: string;
  readonly means: string;
}[] = [
  { depth: 'auto', name: t('Auto'), means: t('As many passes as the question needs') },
  { depth: 'fast', name: t('Quick'), means: t('One pass') },
  { depth: 'deep', name: t('Deep'), means: t('More hits and more passes') },
];

/** How thoroughly to answer; then, for those who want it, repositories and pipeline. */
export function ChoiceFields(props: {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}): JSX.Element {
  const { choices, onChange } = props;
  const pipelines = useLoad((signal) => quarry().pipelines({ signal }), []).data ?? [];
  const repositories = useLoad(repositoryNames, []).data ?? [];
  return (
    <div class="choices">
      <DepthChoice chosen={choices.depth} onChoose={(depth) => onChange({ ...choices, depth })} />
      {repositories.length > 1 && (
        <RepositoryChoice
          names={repositories}
          chosen={choices.repositories}
          onChoose={(chosen) => onChange({ ...choices, repositories: chosen })}
        />
      )}
      <PipelineChoice
        pipelines={pipelines}
        chosen={choices.pipeline}
        onChoose={(pipeline) => onChange({ ...choices, pipeline })}
      />
    </div>
  );
}

function DepthChoice(props: {
  readonly chosen: Choices['depth'];
  readonly onChoose: (depth: Choices['depth']) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="depths">
      <legend class="visually-hidden">{t('How thoroughly')}</legend>
      {DEPTHS.map(({ depth, name: title, means }) => (
        <label key={depth} title={means}>
          <input
            class="visually-hidden"
            type="radio"
            name={name}
            checked={props.chosen === depth}
            onChange={() => props.onChoose(depth)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}

async function repositoryNames(signal: AbortSignal): Promise<readonly string[]> {
  const { repositories } = await call<{ readonly repositories: readonly { readonly name: string }[] }>(
    'GET',
    '/v1/repositories',
    { signal },
  );
  return repositories.map(({ name }) => name);
}
