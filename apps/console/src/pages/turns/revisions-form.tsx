import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { quarry } from '../../api/client';
import { useAction } from '../../api/use-action';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { SelectField } from '../../components/select-field';
import { Spinner } from '../../components/spinner';
import { navigate } from '../../shell/router';
import { askAboutRevisions } from './data';
import { t } from '../../language/messages';

/** Chooses a repository and two of its snapshots, and asks a question about both. */
export function RevisionsForm(): JSX.Element {
  const repositories = useLoad((signal) => quarry().index.repositories({ signal }), []);
  const names = (repositories.data ?? []).filter(({ snapshots }) => snapshots > 1).map(({ name }) => name);
  const [chosen, setChosen] = useState('');
  const repository = names.includes(chosen) ? chosen : (names[0] ?? '');
  const [ends, setEnds] = useState({ from: '', to: '' });
  const [question, setQuestion] = useState('');
  const { busy, problem, run } = useAction();
  const snapshots = useLoad(
    (signal) => (repository === '' ? Promise.resolve([]) : quarry().index.snapshots(repository, { signal })),
    [repository],
  );
  const known = (snapshots.data ?? []).map(({ snapshot }) => snapshot);
  const to = known.includes(ends.to) ? ends.to : (known[0] ?? '');
  const from = known.includes(ends.from) ? ends.from : (known.find((name) => name !== to) ?? '');
  if (!repositories.data)
    return repositories.problem ? (
      <ErrorNote problem={repositories.problem} onRetry={repositories.reload} />
    ) : (
      <Spinner />
    );
  if (names.length === 0)
    return (
      <p class="muted">{t('No repository has two snapshots. Index another one: quarry index --revision.')}</p>
    );
  return (
    <form
      class="card stack"
      aria-label={t('Question about two revisions')}
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          const { id } = await askAboutRevisions({ question, repository, from, to });
          navigate(`/turns/revisions?id=${encodeURIComponent(id)}`);
        });
      }}
    >
      <div class="filters">
        <SelectField label={t('Repository')} value={repository} onChoose={setChosen}>
          {titled(names)}
        </SelectField>
        <SelectField label={t('Older')} value={from} onChoose={(name) => setEnds({ to, from: name })}>
          {titled(known)}
        </SelectField>
        <SelectField label={t('Newer')} value={to} onChoose={(name) => setEnds({ from, to: name })}>
          {titled(known)}
        </SelectField>
      </div>
      <Field label={t('Question')}>
        {(ids) => (
          <input
            {...ids}
            class="input"
            maxLength={8_000}
            required
            value={question}
            onInput={(event) => setQuestion(event.currentTarget.value)}
          />
        )}
      </Field>
      {snapshots.problem && <ErrorNote problem={snapshots.problem} onRetry={snapshots.reload} />}
      {problem && <ErrorNote problem={problem} />}
      <div class="row">
        <Button
          look="primary"
          type="submit"
          disabled={busy || question.trim() === '' || from === '' || from === to}
        >
          {busy ? t('Asking …') : t('Ask both')}
        </Button>
        <span class="muted small">{t('It costs as much as two questions.')}</span>
      </div>
    </form>
  );
}

/** Names as choices: each is its own title. */
function titled(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [name, name] as const);
}
