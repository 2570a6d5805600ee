import type { BeginIndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNote } from '../../components/error-note';
import { Field } from '../../components/field';
import { beginJob } from './data';

/** Asks what to index, and how. */
export function NewJob(props: {
  /** Initial name. */
  readonly repository: string | null;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const { onBegun, onClose } = props;
  const [repository, setRepository] = useState(props.repository ?? '');
  const [path, setPath] = useState('');
  const [snapshot, setSnapshot] = useState('current');
  const [rebuild, setRebuild] = useState(false);
  const [vectors, setVectors] = useState(true);
  const { busy, problem, run } = useAction();
  const submit = (event: Event): void => {
    event.preventDefault();
    run(async () => {
      const body: BeginIndexJobDto = {
        repository: repository.trim(),
        snapshot: snapshot.trim() === '' ? 'current' : snapshot.trim(),
        source: { path: path.trim() },
        rebuild,
        vectors,
      };
      await beginJob(body);
      onBegun();
    });
  };
  return (
    <Dialog title="Index a folder" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Field
          label="Repository"
          hint="Letters, digits, dots, underscores and hyphens. An existing repository is updated."
        >
          {(ids) => (
            <input
              {...ids}
              class="input"
              required
              autocomplete="off"
              value={repository}
              onInput={(event) => setRepository(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label="Path"
          hint="Path of a folder or file on the indexers' machine. Operators allow folders with QUARRY_INDEX_ROOTS."
        >
          {(ids) => (
            <input
              {...ids}
              class="input mono"
              required
              autocomplete="off"
              spellcheck={false}
              placeholder="/srv/sources/shop"
              value={path}
              onInput={(event) => setPath(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Snapshot" hint="Name of the indexed state.">
          {(ids) => (
            <input
              {...ids}
              class="input"
              autocomplete="off"
              value={snapshot}
              onInput={(event) => setSnapshot(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={vectors}
            onChange={(event) => setVectors(event.currentTarget.checked)}
          />
          <span>
            Compute vectors <span class="muted small">also finds by meaning; takes longer</span>
          </span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={rebuild}
            onChange={(event) => setRebuild(event.currentTarget.checked)}
          />
          <span>
            Rebuild from scratch <span class="muted small">after damage, or for another embedding model</span>
          </span>
        </label>
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="primary" type="submit" icon="index" disabled={busy}>
            {busy ? 'Starting …' : 'Start indexing'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
