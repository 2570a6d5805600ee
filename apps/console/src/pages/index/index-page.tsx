import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useCaller } from '../../api/caller';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { Page } from '../../components/page';
import type { PageProps } from '../../shell/lazy-page';
import { navigate } from '../../shell/router';
import { listRepositories } from './data';
import './index-page.css';
import { Jobs } from './jobs';
import { NewJob } from './new-job';
import { Repositories } from './repositories';
import { RepositoryView } from './repository-view';

/** The index: repositories, their snapshots, files that were not fully read, and indexing jobs. */
export function IndexPage({ query }: PageProps): JSX.Element {
  const caller = useCaller();
  const name = query.get('repository');
  const repositories = useLoad(listRepositories, []);
  const [making, setMaking] = useState(false);
  const [round, setRound] = useState(0);
  const maintains = caller !== null && caller.role !== 'reader';
  return (
    <Page
      title="Index"
      about="The indexed repositories, and when each was indexed."
      actions={
        maintains && (
          <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
            Index a source
          </Button>
        )
      }
    >
      <div class="stack">
        <Repositories loaded={repositories} chosen={name} mayIndex={maintains} />
        {name !== null && <RepositoryView name={name} snapshot={query.get('snapshot')} />}
        {maintains && (
          <Jobs
            round={round}
            onEnded={() => {
              repositories.reload();
            }}
          />
        )}
      </div>
      {making && (
        <NewJob
          repository={name}
          onClose={() => setMaking(false)}
          onBegun={() => {
            setMaking(false);
            setRound((before) => before + 1);
            navigate('/index', { replace: true });
          }}
        />
      )}
    </Page>
  );
}
