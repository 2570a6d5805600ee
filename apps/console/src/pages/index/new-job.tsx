import type { BeginIndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { TextField } from '../../components/text-field';
import { beginJob } from './data';
import { FolderChooser } from './source/folder-chooser';
import { SourceFields } from './source/source-fields';
import { nameFor, NOTHING_TYPED, sourceOf, type TypedSource } from './source/typed-source';
import type { Picked } from './source/upload/picked-files';
import { sendUpload, type SentSoFar } from './source/upload/send-upload';
import { Sending } from './source/upload/sending';
import { t } from '../../language/messages';

/** Asks what to index, and how. */
export function NewJob(props: {
  /** Initial name. */
  readonly repository: string | null;
  /** Files that were dropped on the page. */
  readonly dropped?: Picked;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const { onBegun, onClose } = props;
  const [source, setSource] = useState<TypedSource>(
    props.dropped ? { ...NOTHING_TYPED, kind: 'upload', picked: props.dropped } : NOTHING_TYPED,
  );
  const [sent, setSent] = useState<SentSoFar | null>(null);
  const [browsing, setBrowsing] = useState(false);
  const [repository, setRepository] = useState(props.repository ?? '');
  const [snapshot, setSnapshot] = useState('current');
  const [rebuild, setRebuild] = useState(false);
  const [vectors, setVectors] = useState(true);
  const { busy, problem, run } = useAction();
  const submit = (event: Event): void => {
    event.preventDefault();
    run(async () => {
      const body: BeginIndexJobDto = {
        repository: repository.trim() === '' ? nameFor(source) : repository.trim(),
        snapshot: snapshot.trim() === '' ? 'current' : snapshot.trim(),
        source: await sourceOf(source, async (picked) => (await sendUpload(picked, setSent)).id),
        rebuild,
        vectors,
      };
      await beginJob(body);
      onBegun();
    });
  };
  if (browsing)
    return (
      <Dialog title={t('Choose a folder')} onClose={() => setBrowsing(false)}>
        <FolderChooser
          from={source.path.trim() === '' ? null : source.path.trim()}
          verb={t('Choose this folder')}
          onChosen={(path) => {
            setSource({ ...source, path });
            setBrowsing(false);
            return Promise.resolve();
          }}
        />
      </Dialog>
    );
  return (
    <Dialog title={t('Index a source')} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <SourceFields value={source} onChange={setSource} onBrowse={() => setBrowsing(true)} />
        <TextField
          label={t('Repository')}
          hint={t(
            'Its name for questions: letters, digits, dots, underscores and hyphens. An existing repository is updated.',
          )}
          placeholder={nameFor(source)}
          value={repository}
          onInput={setRepository}
        />
        <TextField
          label={t('Snapshot')}
          hint={t('Name of the indexed state.')}
          value={snapshot}
          onInput={setSnapshot}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={vectors}
            onChange={(event) => setVectors(event.currentTarget.checked)}
          />
          <span>
            {t('Compute vectors')} <span class="muted small">{t('also finds by meaning; takes longer')}</span>
          </span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={rebuild}
            onChange={(event) => setRebuild(event.currentTarget.checked)}
          />
          <span>
            {t('Rebuild from scratch')}{' '}
            <span class="muted small">{t('after damage, or for another embedding model')}</span>
          </span>
        </label>
        {busy && source.kind === 'upload' && <Sending soFar={sent} />}
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="primary" type="submit" icon="index" disabled={busy}>
            {busy ? t('Starting …') : t('Start indexing')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
