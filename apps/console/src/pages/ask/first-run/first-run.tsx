import './first-run.css';
import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useCaller } from '../../../api/caller';
import { owner } from '../../../api/owner';
import { useLoad } from '../../../api/use-load';
import { useTitle } from '../../../components/page';
import { Tabs } from '../../../components/tabs';
import { useStore } from '../../../store';
import { listJobs } from '../../index/data';
import { FolderChooser } from '../../index/source/folder-chooser';
import { indexFolder } from './data';
import { FirstJob } from './first-job';
import { GitUrl } from './git-url';
import { Site } from './site';
import { Upload } from './upload';
import { rich, t } from '../../../language/messages';

/** Instead of the first question where nothing is indexed: the way from a folder to the first answer. */
export function FirstRun({ onIndexed }: { readonly onIndexed: () => void }): JSX.Element {
  const { token, problem } = useStore(owner);
  const [begun, setBegun] = useState<IndexJobDto | null>(null);
  // After a reload, the job of this or another visitor continues.
  const [left, setLeft] = useState<string | null>(null);
  const running =
    useLoad(listJobs, []).data?.find(({ id, endedAt }) => endedAt === null && id !== left) ?? null;
  const job = begun ?? running;
  const caller = useCaller();
  const mayUpload = caller !== null && caller.role !== 'reader';
  useTitle(t('Start'));
  return (
    <div class="start first-run">
      {!job && (
        <div>
          <h1 tabIndex={-1}>{t('What should Quarry read?')}</h1>
          <p class="muted">
            {t(
              'Choose a folder with code or documents, name a git repository or a documentation site, or upload files. Quarry reads them on its own machine, without a model.',
            )}
          </p>
        </div>
      )}
      {job ? (
        <FirstJob
          key={job.id}
          job={job}
          onIndexed={onIndexed}
          onAgain={() => {
            setLeft(job.id);
            setBegun(null);
          }}
        />
      ) : token === null ? (
        <>
          <Elsewhere usedLink={problem !== null} mayUpload={mayUpload} />
          {mayUpload && <Upload onBegun={setBegun} />}
        </>
      ) : (
        <Ways onBegun={setBegun} />
      )}
    </div>
  );
}

/** A folder of this machine, a git repository on a server, a site, or files of the visitor's machine. */
function Ways({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [way, setWay] = useState('folder');
  return (
    <Tabs
      label={t('Where the files are')}
      tabs={[
        {
          id: 'folder',
          title: t('A folder'),
          panel: () => (
            <FolderChooser
              verb={t('Index this folder')}
              onChosen={async (path) => onBegun(await indexFolder(path))}
            />
          ),
        },
        { id: 'git', title: t('A git URL'), panel: () => <GitUrl onBegun={onBegun} /> },
        { id: 'site', title: t('A website'), panel: () => <Site onBegun={onBegun} /> },
        { id: 'upload', title: t('Upload'), panel: () => <Upload onBegun={onBegun} /> },
      ]}
      chosen={way}
      onChoose={setWay}
    />
  );
}

const SERVE = <code>quarry serve</code>;

/** What to do for a visitor who may not choose folders. */
function Elsewhere(props: { readonly usedLink: boolean; readonly mayUpload: boolean }): JSX.Element {
  const { usedLink, mayUpload } = props;
  return (
    <section class="card stack" aria-label={t('Nothing is indexed yet')}>
      {usedLink && (
        <p class="note" role="status">
          {rich('This link has been used, or belongs to an earlier start of {command}.', { command: SERVE })}
        </p>
      )}
      <p>
        {mayUpload
          ? t('Nothing is indexed yet. There are three ways:')
          : t('Nothing is indexed yet. There are two ways:')}
      </p>
      <ol class="ways">
        <li>
          {rich(
            'Open the link that {command} printed in the terminal. It lets you choose a folder here. If it has been used, start {command} again.',
            { command: SERVE },
          )}
        </li>
        <li>
          {t('Or index a folder in a terminal, then reload this page:')} <code>quarry index PATH</code>
        </li>
        {mayUpload && <li>{t('Or upload an archive, files or a folder here:')}</li>}
      </ol>
    </section>
  );
}
