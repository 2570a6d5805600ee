import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Folded } from '../../../components/folded';
import { DEFAULT_PIPELINE } from './choices';
import { t } from '../../../language/messages';

/** The strategy of a question, each with a line that explains it; rarely needed, so folded. */
export function PipelineChoice(props: {
  readonly pipelines: readonly { readonly name: string; readonly description: string }[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}): JSX.Element {
  const { pipelines, chosen, onChoose } = props;
  const group = useId();
  return (
    <Folded
      title={t('Pipeline')}
      summary={chosen === DEFAULT_PIPELINE ? t('Advanced') : t('Advanced: {pipeline}', { pipeline: chosen })}
    >
      <fieldset>
        <legend class="visually-hidden">{t('Pipeline')}</legend>
        {pipelines.map(({ name, description }) => (
          <label key={name} class="explained">
            <input type="radio" name={group} checked={name === chosen} onChange={() => onChoose(name)} />
            <span>
              <strong>{name}</strong>
              <span class="muted small">{description}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Folded>
  );
}
