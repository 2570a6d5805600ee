import type { PipelinePromptDto } from '@quarry/client';
import type { JSX } from 'preact';
import { t } from '../../language/messages';

/** The prompts of a pipeline: templates of the two messages to a model. */
export function Prompts({ prompts }: { readonly prompts: readonly PipelinePromptDto[] }): JSX.Element {
  return (
    <div class="stack">
      {prompts.map(({ name, steps, system, user, file }) => (
        <details key={name} class="card fold">
          <summary>
            <span class="fold-title mono">{name}</span>
            <span class="muted small">
              {steps.length === 0 ? t('no step uses it') : t('asked by {steps}', { steps: steps.join(', ') })}
            </span>
          </summary>
          {file !== null && <p class="muted small mono">{file}</p>}
          {system !== '' && (
            <section>
              <h2>{t('System')}</h2>
              <pre class="text-block" tabIndex={0}>
                {system}
              </pre>
            </section>
          )}
          <section>
            <h2>{t('User')}</h2>
            <pre class="text-block" tabIndex={0}>
              {user}
            </pre>
          </section>
        </details>
      ))}
    </div>
  );
}
