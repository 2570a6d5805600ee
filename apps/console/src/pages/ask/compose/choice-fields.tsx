import type { JSX } from 'preact';
import { call } from '../../../api/call';
import { quarry } from '../../../api/client';
import { useLoad } from '../../../api/use-load';
import type { Choices } from './choices';
import { RepositoryChoice } from './repository-choice';

const DEPTHS: readonly (readonly [Choices['depth'], string])[] = [
  ['fast', 'Fast'],
  ['auto', 'Auto'],
  ['deep', 'Deep'],
];

/** Pipeline, repositories and depth of a question. */
export function ChoiceFields(props: {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}): JSX.Element {
  const { choices, onChange } = props;
  const pipelines = useLoad((signal) => quarry().pipelines({ signal }), []).data ?? [];
  const repositories = useLoad(repositoryNames, []).data ?? [];
  return (
    <div class="choices">
      <Choice
        label="Pipeline"
        value={choices.pipeline}
        options={
          pipelines.length === 0
            ? [[choices.pipeline, choices.pipeline]]
            : pipelines.map(({ name }) => [name, name])
        }
        onChoose={(pipeline) => onChange({ ...choices, pipeline })}
      />
      {repositories.length > 1 && (
        <RepositoryChoice
          names={repositories}
          chosen={choices.repositories}
          onChoose={(chosen) => onChange({ ...choices, repositories: chosen })}
        />
      )}
      <Choice
        label="Depth"
        hint="Fast: one pass. Auto: as the pipeline says. Deep: more hits and more passes."
        value={choices.depth}
        options={DEPTHS}
        onChoose={(depth) =>
          onChange({ ...choices, depth: DEPTHS.find(([each]) => each === depth)?.[0] ?? 'auto' })
        }
      />
    </div>
  );
}

function Choice(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChoose: (value: string) => void;
}): JSX.Element {
  const { label, hint, value, options, onChoose } = props;
  return (
    <label class="choice" title={hint}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </label>
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
