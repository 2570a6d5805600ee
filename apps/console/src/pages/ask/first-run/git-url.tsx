import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Field } from '../../../components/field';
import { indexGitUrl } from './data';

/** Indexes a branch of a git repository on a server. */
export function GitUrl({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [url, setUrl] = useState('');
  const [branch, setBranch] = useState('');
  const { busy, problem, run } = useAction();
  return (
    <section class="card" aria-label="Index a git URL">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => onBegun(await indexGitUrl(url.trim(), branch.trim())));
        }}
      >
        <Field label="Git URL" hint="Fetched with your git credentials, if the server asks for any.">
          {(ids) => (
            <input
              {...ids}
              class="input mono"
              type="url"
              required
              autocomplete="off"
              spellcheck={false}
              placeholder="https://github.com/spf13/cobra"
              value={url}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Branch or tag" hint="Empty for the default branch.">
          {(ids) => (
            <input
              {...ids}
              class="input mono"
              autocomplete="off"
              spellcheck={false}
              value={branch}
              onInput={(event) => setBranch(event.currentTarget.value)}
            />
          )}
        </Field>
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
