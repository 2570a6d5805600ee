import type { PipelineDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { Tabs } from '../../components/tabs';
import type { PageProps } from '../../shell/lazy-page';
import { Link, navigate } from '../../shell/router';
import { CheckText } from './check-text';
import { folderProblems, listPipelines } from './data';
import './pipelines.css';
import { ProblemList } from './problem-list';
import { rich, t } from '../../language/messages';

/** All pipelines, the problems in their folders, and a check for a new one. */
export function PipelinesPage({ query }: PageProps): JSX.Element {
  const view = query.get('view') ?? 'all';
  const folders = useLoad(folderProblems, []);
  const tabs = [
    { id: 'all', title: t('Published'), panel: () => <Published /> },
    { id: 'check', title: t('Check a text'), panel: () => <CheckText /> },
  ];
  const problems = folders.data;
  if (problems !== null)
    tabs.push({
      id: 'folders',
      title: problems.length === 0 ? t('Folders') : t('Folders ({count})', { count: problems.length }),
      panel: () => <Folders problems={problems} />,
    });
  return (
    <Page
      title={t('Pipelines')}
      about={t('A pipeline defines how a question is answered: steps, settings and prompts.')}
    >
      <Tabs
        label={t('Views of pipelines')}
        tabs={tabs}
        chosen={view}
        onChoose={(id) => navigate(id === 'all' ? '/pipelines' : `/pipelines?view=${id}`, { replace: true })}
      />
    </Page>
  );
}

function Published(): JSX.Element {
  const { data, problem, reload } = useLoad(listPipelines, []);
  if (problem && !data) return <ErrorNote problem={problem} onRetry={reload} />;
  if (!data) return <Spinner />;
  if (data.length === 0)
    return (
      <EmptyState title={t('Your key cannot use any pipeline')}>
        <p>{t('Ask an operator for a key with a pipeline.')}</p>
      </EmptyState>
    );
  return (
    <ul class="pipeline-cards">
      {data.map((pipeline) => (
        <PipelineCard key={pipeline.name} pipeline={pipeline} />
      ))}
    </ul>
  );
}

function PipelineCard({ pipeline }: { readonly pipeline: PipelineDto }): JSX.Element {
  const { name, digest, description } = pipeline;
  return (
    <li class="card pipeline-card">
      <h2>
        <Link to={`/pipelines/${encodeURIComponent(name)}`}>{name}</Link>
      </h2>
      <p>{description}</p>
      <p class="muted small">{rich('Version {digest}', { digest: <span class="mono">{digest}</span> })}</p>
    </li>
  );
}

function Folders(props: { readonly problems: Parameters<typeof ProblemList>[0]['problems'] }): JSX.Element {
  if (props.problems.length === 0)
    return (
      <EmptyState title={t('The pipeline folders have no problems')}>
        <p>{t('Changed files are published when the gateway restarts.')}</p>
      </EmptyState>
    );
  return (
    <div class="stack">
      <p class="muted">
        {t('Current problems in the pipeline folders. A gateway does not start while there are errors.')}
      </p>
      <ProblemList problems={props.problems} />
    </div>
  );
}
