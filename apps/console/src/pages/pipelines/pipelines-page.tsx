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

/** All pipelines, the problems in their folders, and a check for a new one. */
export function PipelinesPage({ query }: PageProps): JSX.Element {
  const view = query.get('view') ?? 'all';
  const folders = useLoad(folderProblems, []);
  const tabs = [
    { id: 'all', title: 'Published', panel: () => <Published /> },
    { id: 'check', title: 'Check a text', panel: () => <CheckText /> },
  ];
  const problems = folders.data;
  if (problems !== null)
    tabs.push({
      id: 'folders',
      title: problems.length === 0 ? 'Folders' : `Folders (${problems.length})`,
      panel: () => <Folders problems={problems} />,
    });
  return (
    <Page
      title="Pipelines"
      about="A pipeline defines how a question is answered: steps, settings and prompts."
    >
      <Tabs
        label="Views of pipelines"
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
      <EmptyState title="Your key cannot use any pipeline">
        <p>Ask an operator for a key with a pipeline.</p>
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
      <p class="muted small">
        Version <span class="mono">{digest}</span>
      </p>
    </li>
  );
}

function Folders(props: { readonly problems: Parameters<typeof ProblemList>[0]['problems'] }): JSX.Element {
  if (props.problems.length === 0)
    return (
      <EmptyState title="The pipeline folders have no problems">
        <p>Changed files are published when the gateway restarts.</p>
      </EmptyState>
    );
  return (
    <div class="stack">
      <p class="muted">
        Current problems in the pipeline folders. A gateway does not start while there are errors.
      </p>
      <ProblemList problems={props.problems} />
    </div>
  );
}
