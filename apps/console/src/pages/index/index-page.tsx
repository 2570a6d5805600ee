import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useCaller } from '../../api/caller';
import { Problem } from '../../api/problem';
import { useLoad } from '../../api/use-load';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import type { PageProps } from '../../shell/lazy-page';
import { navigate } from '../../shell/router';
import { listRepositories } from './data';
import './index-page.css';
import { Jobs } from './jobs';
import { NewJob } from './new-job';
import { Repositories } from './repositories';
import { RepositoryView } from './repository-view';
import type { Picked } from './source/upload/picked-files';
import { useDroppedFiles } from './source/upload/use-dropped-files';
import { t } from '../../language/messages';

/** The index: repositories, their snapshots, files that were not fully read, and indexing jobs. */
export function IndexPage({ query }: PageProps): JSX.Element {
  const caller = useCaller();
  const name = query.get('repository');
  const repositories = useLoad(listRepositories, []);
  const [making, setMaking] = useState<'empty' | Picked | null>(null);
  const [refused, setRefused] = useState<Problem | null>(null);
  const [round, setRound] = useState(0);
  const [ended, setEnded] = useState(0);
  const maintains = caller !== null && caller.role !== 'reader';
  useDroppedFiles(maintains && making === null, (found) => {
    if (found instanceof Problem) setRefused(found);
    else setMaking(found);
  });
  return (
    <Page
      title={t('Index')}
      about={t('The indexed repositories, and when each was indexed.')}
      actions={
        maintains && (
          <Button look="primary" icon="plus" onClick={() => setMaking('empty')}>
            {t('Index a source')}
          </Button>
        )
      }
    >
      <div class="stack">
        {refused && <ErrorNote problem={refused} />}
        <Repositories loaded={repositories} chosen={name} mayIndex={maintains} />
        {name !== null && (
          <RepositoryView
            name={name}
            snapshot={query.get('snapshot')}
            round={ended}
            maintains={maintains}
            mayChange={
              caller?.role === 'operator' ||
              caller?.tenant === 'local' ||
              repositories.data?.find((each) => each.name === name)?.shared === false
            }
            onBegun={() => setRound((before) => before + 1)}
            onDeleted={() => {
              repositories.reload();
              navigate('/index', { replace: true });
            }}
          />
        )}
        {maintains && (
          <Jobs
            round={round}
            onEnded={() => {
              repositories.reload();
              setEnded((before) => before + 1);
            }}
          />
        )}
      </div>
      {making && (
        <NewJob
          repository={name}
          {...(making === 'empty' ? {} : { dropped: making })}
          onClose={() => setMaking(null)}
          onBegun={() => {
            setMaking(null);
            setRound((before) => before + 1);
            navigate('/index', { replace: true });
          }}
        />
      )}
    </Page>
  );
}
