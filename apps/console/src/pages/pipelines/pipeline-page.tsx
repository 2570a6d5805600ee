import type { PipelineDetailDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useLoad } from '../../api/use-load';
import { Badge } from '../../components/badge';
import { ErrorNote } from '../../components/error-note';
import { Icon } from '../../components/icon';
import { Page } from '../../components/page';
import { Spinner } from '../../components/spinner';
import { Tabs } from '../../components/tabs';
import type { PageProps } from '../../shell/lazy-page';
import { Link, navigate } from '../../shell/router';
import { readPipeline } from './data';
import './pipelines.css';
import { ProblemList } from './problem-list';
import { Prompts } from './prompts';
import { SettingsTable } from './settings-table';
import { Steps } from './steps';
import { rich, t } from '../../language/messages';

/** One pipeline: its drawing with the path of a turn, its settings with their origins, its prompts. */
export function PipelinePage({ params, query }: PageProps): JSX.Element {
  const name = params['name'] ?? '';
  const { data, problem, reload } = useLoad((signal) => readPipeline(name, signal), [name]);
  return (
    <Page
      title={name}
      about={data?.description}
      actions={
        <Link class="button" to="/pipelines">
          {t('All pipelines')}
        </Link>
      }
    >
      {problem && !data && <ErrorNote problem={problem} onRetry={reload} />}
      {!problem && !data && <Spinner />}
      {data && <Detail pipeline={data} query={query} />}
    </Page>
  );
}

function Detail(props: {
  readonly pipeline: PipelineDetailDto;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { pipeline, query } = props;
  const { name, settingSources, prompts, warnings } = pipeline;
  const tabs = [
    { id: 'steps', title: t('Steps'), panel: () => <Steps pipeline={pipeline} turn={query.get('turn')} /> },
    {
      id: 'settings',
      title: t('Settings ({count})', { count: settingSources.length }),
      panel: () => <SettingsTable settings={settingSources} />,
    },
    {
      id: 'prompts',
      title: t('Prompts ({count})', { count: prompts.length }),
      panel: () => <Prompts prompts={prompts} />,
    },
  ];
  if (warnings.length > 0)
    tabs.push({
      id: 'warnings',
      title: t('Warnings ({count})', { count: warnings.length }),
      panel: () => <ProblemList problems={warnings} />,
    });
  const choose = (view: string): void => {
    const next = new URLSearchParams(query);
    if (view === 'steps') next.delete('view');
    else next.set('view', view);
    navigate(`/pipelines/${encodeURIComponent(name)}${next.size === 0 ? '' : `?${next}`}`, { replace: true });
  };
  return (
    <div class="stack">
      <Origin pipeline={pipeline} />
      <Tabs
        label={t('Views of {name}', { name })}
        tabs={tabs}
        chosen={query.get('view') ?? 'steps'}
        onChoose={choose}
      />
    </div>
  );
}

function Origin({ pipeline }: { readonly pipeline: PipelineDetailDto }): JSX.Element {
  const { digest, files, filesChanged } = pipeline;
  return (
    <div class="stack">
      <div class="row small">
        <Badge>{rich('version {digest}', { digest: <span class="mono">{digest}</span> })}</Badge>
        {files.length > 0 && (
          <ol class="chain" aria-label={t('Files of the pipeline, its own first')}>
            {files.map(({ pipeline: from, file }) => (
              <li key={file} title={file}>
                {from}
              </li>
            ))}
          </ol>
        )}
      </div>
      {filesChanged && (
        <div class="note warn">
          <Icon name="alert" />
          <p>
            {t(
              'The files have changed since this gateway started. It answers questions with the settings shown here. Restart it to publish the files. The origin of each value is no longer known.',
            )}
          </p>
        </div>
      )}
    </div>
  );
}
