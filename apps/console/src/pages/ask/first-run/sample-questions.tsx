import '../../index/source/folders.css';
import type { JSX } from 'preact';
import { quarry } from '../../../api/client';
import { useAction } from '../../../api/use-action';
import { useLoad } from '../../../api/use-load';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { navigate } from '../../../shell/router';
import { sampleQuestions } from './data';
import { t } from '../../../language/messages';

/** Questions that the repository can answer; pressing one asks it. */
export function SampleQuestions({ repository }: { readonly repository: string }): JSX.Element | null {
  const { data } = useLoad((signal) => sampleQuestions(repository, signal), [repository]);
  const { busy, problem, run } = useAction();
  if (!data || data.length === 0) return null;
  return (
    <div class="stack">
      <ul class="folders" aria-label={t('Questions to begin with')}>
        {data.map((question) => (
          <li key={question}>
            <button
              type="button"
              class="folder"
              disabled={busy}
              onClick={() =>
                run(async () => navigate(`/turns/${(await quarry().start(question, { repository })).id}`))
              }
            >
              <Icon name="ask" />
              <span>{question}</span>
            </button>
          </li>
        ))}
      </ul>
      {problem && <ErrorNote problem={problem} />}
    </div>
  );
}
