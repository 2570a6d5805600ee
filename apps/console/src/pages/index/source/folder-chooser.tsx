import './folders.css';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useAction } from '../../../api/use-action';
import { useLoad } from '../../../api/use-load';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { Spinner } from '../../../components/spinner';
import { listFolder } from './list-folder';
import { t } from '../../../language/messages';

/** Walks the folders of the gateway's machine, to choose one. Only its owner may. */
export function FolderChooser(props: {
  /** Where the walk begins; the home folder for null. */
  readonly from?: string | null;
  /** The words of the button that chooses the shown folder. */
  readonly verb: string;
  readonly onChosen: (path: string) => Promise<void>;
}): JSX.Element {
  const { from = null, verb, onChosen } = props;
  const [path, setPath] = useState(from);
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const { data, problem } = useLoad((signal) => listFolder(path, signal), [path]);
  const start = useAction();
  const here = data?.path ?? path ?? '';
  return (
    <section class="card stack" aria-label={t('Choose a folder')}>
      <form
        class="folder-path"
        onSubmit={(event) => {
          event.preventDefault();
          setPath(typed ?? here);
          setTyped(null);
        }}
      >
        <label class="visually-hidden" for={id}>
          {t('Folder')}
        </label>
        <input
          id={id}
          class="input mono"
          autocomplete="off"
          spellcheck={false}
          value={typed ?? here}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {typed !== null && typed !== here ? (
          <Button type="submit">{t('Open')}</Button>
        ) : (
          <Button
            icon="chevron-left"
            disabled={(data?.parent ?? null) === null}
            onClick={() => setPath(data?.parent ?? null)}
          >
            {t('Up')}
          </Button>
        )}
      </form>
      {problem && <ErrorNote problem={problem} onRetry={() => setPath(null)} />}
      {!data && !problem && <Spinner label={t('Reading the folder …')} />}
      {data && (
        <ul class="folders" aria-label={t('Folders in {path}', { path: data.path })}>
          {data.folders.map((folder) => (
            <li key={folder.path}>
              <button type="button" class="folder" onClick={() => setPath(folder.path)}>
                <Icon name="chevron-right" />
                <span>{folder.name}</span>
                {folder.isRepository && <span class="muted small">git</span>}
              </button>
            </li>
          ))}
          {data.folders.length === 0 && <li class="muted small">{t('There are no folders in it.')}</li>}
        </ul>
      )}
      {start.problem && <ErrorNote problem={start.problem} />}
      <div class="row">
        <Button
          look="primary"
          icon="index"
          disabled={data?.mayBeChosen !== true || start.busy}
          onClick={() => start.run(() => onChosen(here))}
        >
          {verb}
        </Button>
        {data && !data.mayBeChosen && (
          <span class="muted small">{t('This one is too general: open a folder in it.')}</span>
        )}
      </div>
    </section>
  );
}
