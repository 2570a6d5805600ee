import type { FailedFileDto, SnapshotDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { count } from '../../format/number';
import { Link } from '../../shell/router';
import { listSnapshots, readSnapshot } from './data';
import { MaskedSecrets } from './masked-secrets';
import { Commit, Indexed, Vectors } from './repositories';
import { RepositoryActions } from './repository-actions';
import { t } from '../../language/messages';

const FILES: readonly Column<FailedFileDto>[] = [
  { title: t('File'), card: 'lead', cell: ({ path }) => <span class="mono">{path}</span> },
  {
    title: t('State'),
    cell: ({ kind }) => (
      <Badge tone="warn">{kind === 'skipped' ? t('not in the index') : t('in it, with less')}</Badge>
    ),
  },
  { title: t('Why'), cell: ({ reason }) => reason },
];

/** One repository: its snapshots, and the files that the chosen or the newest one lacks, also in part. */
export function RepositoryView(props: {
  readonly name: string;
  readonly snapshot: string | null;
  /** Counts the jobs that have ended: one of them may have changed it. */
  readonly round: number;
  readonly maintains: boolean;
  readonly mayChange: boolean;
  readonly onBegun: () => void;
  readonly onDeleted: () => void;
}): JSX.Element {
  const { name, snapshot, round, maintains, ...actions } = props;
  const { data, problem, reload } = useLoad((signal) => listSnapshots(name, signal), [name, round]);
  const shown = snapshot ?? data?.[0]?.snapshot ?? null;
  return (
    <section class="card stack" aria-labelledby="repository">
      <h2 id="repository">{name}</h2>
      {data && maintains && <RepositoryActions name={name} snapshots={data} {...actions} />}
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      {!data && !problem && <Spinner />}
      {data && (
        <Table
          caption={t('Snapshots of {name}', { name })}
          columns={columns(name, shown)}
          rows={data}
          keyOf={(one) => one.snapshot}
        />
      )}
      {shown !== null && <FailedFiles name={name} snapshot={shown} />}
    </section>
  );
}

function columns(name: string, shown: string | null): readonly Column<SnapshotDto>[] {
  return [
    {
      title: t('Snapshot'),
      card: 'lead',
      cell: ({ snapshot }) => (
        <Link
          to={`/index?repository=${encodeURIComponent(name)}&snapshot=${encodeURIComponent(snapshot)}`}
          aria-current={snapshot === shown ? 'true' : undefined}
        >
          {snapshot}
        </Link>
      ),
    },
    { title: t('Indexed'), cell: ({ indexedAt }) => <Indexed at={indexedAt} /> },
    { title: t('Files'), number: true, cell: ({ files }) => count(files) },
    { title: t('Chunks'), number: true, cell: ({ chunks }) => count(chunks) },
    {
      title: t('Graph'),
      number: true,
      cell: ({ nodes, edges }) =>
        `${t('{count} node | {count} nodes', { count: nodes })}, ${t('{count} edge | {count} edges', { count: edges })}`,
    },
    { title: t('Vectors'), cell: (snapshot) => <Vectors of={snapshot} /> },
    { title: t('Commit'), cell: (snapshot) => <Commit of={snapshot} /> },
    {
      title: t('Source'),
      cell: ({ root, remote, site, upload }) => (
        <span class="mono small">{root ?? remote?.url ?? site ?? upload ?? '–'}</span>
      ),
    },
  ];
}

function FailedFiles({ name, snapshot }: { readonly name: string; readonly snapshot: string }): JSX.Element {
  const { data, problem, reload } = useLoad(
    (signal) => readSnapshot(name, snapshot, signal),
    [name, snapshot],
  );
  if (!data) return problem ? <ErrorNote problem={problem} onRetry={reload} /> : <Spinner />;
  const { failed, failures, secrets, secretPlaces } = data;
  return (
    <>
      <section class="stack" aria-labelledby="failed">
        <h3 id="failed">{t('Files not fully read in {snapshot}', { snapshot })}</h3>
        {failed.length === 0 ? (
          <p class="muted">
            {failures === 0 ? t('Every file was read.') : t('These files were not recorded.')}
          </p>
        ) : (
          <>
            {failures > failed.length && (
              <p class="muted small">
                {t('The first {shown} of {all}.', { shown: failed.length, all: failures })}
              </p>
            )}
            <Table
              caption={t('Files of {snapshot} that were not fully read', { snapshot })}
              columns={FILES}
              rows={failed}
              keyOf={({ path, reason }) => `${path} ${reason}`}
            />
          </>
        )}
      </section>
      <MaskedSecrets secrets={secrets} places={secretPlaces} />
    </>
  );
}
