import type { RepositoryDto } from '@quarry/client';
import type { JSX } from 'preact';
import type { Loaded } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Spinner } from '../../components/spinner';
import { Table, type Column } from '../../components/table';
import { count } from '../../format/number';
import { Link } from '../../shell/router';
import { ago, dateTime } from '../../format/duration';
import { t } from '../../language/messages';

/** Repositories that the caller may ask about, each with its last indexed snapshot. */
export function Repositories(props: {
  readonly loaded: Loaded<readonly RepositoryDto[]>;
  readonly chosen: string | null;
  readonly mayIndex: boolean;
}): JSX.Element {
  const { loaded, chosen, mayIndex } = props;
  const { data, problem, reload } = loaded;
  if (!data) return problem ? <ErrorNote problem={problem} onRetry={reload} /> : <Spinner />;
  if (data.length === 0)
    return (
      <EmptyState title={t('Nothing is indexed yet')}>
        <p>
          {mayIndex
            ? t(
                'Index a folder or a git URL here, drop files or an archive on this page, or run ‘quarry index PATH’ on the machine of the gateway.',
              )
            : t('Ask a maintainer to index a repository, or an operator for a key that may read one.')}
        </p>
      </EmptyState>
    );
  return (
    <div class="stack">
      {problem && <ErrorNote problem={problem} onRetry={reload} />}
      <Table caption={t('Repositories')} columns={columns(chosen)} rows={data} keyOf={({ name }) => name} />
    </div>
  );
}

function columns(chosen: string | null): readonly Column<RepositoryDto>[] {
  return [
    {
      title: t('Repository'),
      card: 'lead',
      cell: ({ name, shared }) => (
        <div class="row nowrap">
          <Link
            to={name === chosen ? '/index' : `/index?repository=${encodeURIComponent(name)}`}
            aria-current={name === chosen ? 'true' : undefined}
          >
            <strong>{name}</strong>
          </Link>
          {shared && <Badge>{t('shared')}</Badge>}
        </div>
      ),
    },
    { title: t('Indexed'), cell: ({ current }) => <Indexed at={current.indexedAt} /> },
    { title: t('Files'), number: true, cell: ({ current }) => count(current.files) },
    { title: t('Chunks'), number: true, cell: ({ current }) => count(current.chunks) },
    { title: t('Vectors'), cell: ({ current }) => <Vectors of={current} /> },
    { title: t('Commit'), cell: ({ current }) => <Commit of={current} /> },
    {
      title: t('Not fully read'),
      number: true,
      cell: ({ current }) =>
        current.failures === 0 ? '0' : <Badge tone="warn">{count(current.failures)}</Badge>,
    },
    { title: t('Snapshots'), number: true, cell: ({ snapshots }) => snapshots },
  ];
}

export function Indexed({ at }: { readonly at: string }): JSX.Element {
  return (
    <time class="nobreak" datetime={at} title={dateTime(at)}>
      {ago(new Date(at))}
    </time>
  );
}

/** Whether the index has vectors, or only keywords. */
export function Vectors({ of }: { readonly of: RepositoryDto['current'] }): JSX.Element {
  const { embedder, pendingVectors } = of;
  if (embedder === null) return <span class="muted">{t('none: keywords only')}</span>;
  return (
    <div>
      <span class="small">{embedder}</span>
      {pendingVectors > 0 && (
        <div>
          <Badge tone="warn">{t('{count} without', { count: pendingVectors })}</Badge>
        </div>
      )}
    </div>
  );
}

export function Commit({ of }: { readonly of: RepositoryDto['current'] }): JSX.Element {
  const { commit, dirty } = of;
  if (commit === null) return <span class="muted">{t('no git')}</span>;
  return (
    <span class="nobreak" title={commit}>
      <span class="mono">{commit.slice(0, 10)}</span>
      {dirty && <span class="muted small"> {t('+ changes')}</span>}
    </span>
  );
}
