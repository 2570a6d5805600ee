import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { GitFields } from '../../index/source/git-fields';
import { indexGitUrl } from './data';

/** Indexes a branch of a git repository on a server. */
export function GitUrl({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [typed, setTyped] = useState({ url: '', branch: '' });
  const { busy, problem, run } = useAction();
  return (
    <section class="card" aria-label="Index a git URL">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => onBegun(await indexGitUrl(typed.url.trim(), typed.branch.trim())));
        }}
      >
        <GitFields
          value={typed}
          onChange={setTyped}
          hint="Fetched with your git credentials, if the server asks for any."
        />
        {problem && <ErrorNote problem={problem} />}
        <div class="row">
          <Button look="primary" type="submit" icon="index" disabled={busy}>
            Fetch and index
          </Button>
        </div>
      </form>
    </section>
  );
}
