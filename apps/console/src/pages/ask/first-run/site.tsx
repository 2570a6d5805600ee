import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../../api/use-action';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { SiteFields } from '../../index/source/site-fields';
import { indexSite } from './data';

/** Indexes the pages of a documentation site. */
export function Site({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [url, setUrl] = useState('');
  const { busy, problem, run } = useAction();
  return (
    <section class="card" aria-label="Index a website">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          run(async () => onBegun(await indexSite(url.trim())));
        }}
      >
        <SiteFields value={url} onChange={setUrl} owns />
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
