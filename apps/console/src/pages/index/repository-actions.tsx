import type { SnapshotDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNote } from '../../components/error-note';
import { files } from '../../format/number';
import { deleteRepository, indexAgain } from './data';
import { RefreshSettings } from './refresh-settings';
import { t } from '../../language/messages';

/** What a maintainer can do with a repository: read its source again, now or by itself, and delete it. */
export function RepositoryActions(props: {
  readonly name: string;
  /** The newest first. */
  readonly snapshots: readonly SnapshotDto[];
  readonly mayChange: boolean;
  readonly onBegun: () => void;
  readonly onDeleted: () => void;
}): JSX.Element {
  const { name, snapshots, mayChange, onBegun, onDeleted } = props;
  const [deleting, setDeleting] = useState(false);
  const { busy, problem, run } = useAction();
  const [current] = snapshots;
  return (
    <>
      <div class="row">
        {current && hasSource(current) && (
          <Button
            icon="index"
            disabled={busy}
            onClick={() =>
              run(async () => {
                await indexAgain(current);
                onBegun();
              })
            }
          >
            {t('Index again')}
          </Button>
        )}
        {mayChange && <Button onClick={() => setDeleting(true)}>{t('Delete repository')}</Button>}
      </div>
      {problem && <ErrorNote problem={problem} />}
      {current && hasSource(current) && mayChange && (
        <RefreshSettings key={name} name={name} isGit={current.remote !== null} />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('Delete {name}?', { name })}
          verb={t('Delete repository')}
          doing={t('Deleting …')}
          keep={t('Keep it')}
          act={async () => {
            await deleteRepository(name);
            onDeleted();
          }}
          onClose={() => setDeleting(false)}
        >
          {lossOf(snapshots)}
        </ConfirmDialog>
      )}
    </>
  );
}

function hasSource({ root, remote, site, upload }: SnapshotDto): boolean {
  return root !== null || remote !== null || site !== null || upload !== null;
}

/** What is lost with a repository, and what stays. */
function lossOf(snapshots: readonly SnapshotDto[]): string {
  const values = {
    count: snapshots.length,
    files: files(snapshots.reduce((sum, each) => sum + each.files, 0)),
  };
  return [
    snapshots.some(({ upload }) => upload !== null)
      ? t(
          'The index and the code graph of its snapshot ({files}), and the uploaded files, are deleted. | The index and the code graph of its {count} snapshots ({files}), and the uploaded files, are deleted.',
          values,
        )
      : t(
          'The index and the code graph of its snapshot ({files}) are deleted. | The index and the code graph of its {count} snapshots ({files}) are deleted.',
          values,
        ),
    t('This cannot be undone. Answers that cite it stay, but their sources no longer open.'),
    t('The original folder, git repository or website is not touched.'),
  ].join(' ');
}
