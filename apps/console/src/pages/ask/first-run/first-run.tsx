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
  useTitle('Start');
  return (
    <div class="start first-run">
      <div>
        <h1 tabIndex={-1}>What should Quarry read?</h1>
        <p class="muted">
          Choose a folder with code or documents, name a git repository or a documentation site, or upload
          files. Quarry reads them on its own machine, without a model.
        </p>
      </div>
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
      label="Where the files are"
      tabs={[
        {
          id: 'folder',
          title: 'A folder',
          panel: () => (
            <FolderChooser
              verb="Index this folder"
              onChosen={async (path) => onBegun(await indexFolder(path))}
            />
          ),
        },
        { id: 'git', title: 'A git URL', panel: () => <GitUrl onBegun={onBegun} /> },
        { id: 'site', title: 'A website', panel: () => <Site onBegun={onBegun} /> },
        { id: 'upload', title: 'Upload', panel: () => <Upload onBegun={onBegun} /> },
      ]}
      chosen={way}
      onChoose={setWay}
    />
  );
}

/** What to do for a visitor who may not choose folders. */
function Elsewhere(props: { readonly usedLink: boolean; readonly mayUpload: boolean }): JSX.Element {
  const { usedLink, mayUpload } = props;
  return (
    <section class="card stack" aria-label="Nothing is indexed yet">
      {usedLink && (
        <p class="note" role="status">
          This link has been used, or belongs to an earlier start of <code>quarry serve</code>.
        </p>
      )}
      <p>Nothing is indexed yet. There are {mayUpload ? 'three' : 'two'} ways:</p>
      <ol class="ways">
        <li>
          Open the link that <code>quarry serve</code> printed in the terminal. It lets you choose a folder
          here. If it has been used, start <code>quarry serve</code> again.
        </li>
        <li>
          Or index a folder in a terminal, then reload this page: <code>quarry index PATH</code>
        </li>
        {mayUpload && <li>Or upload an archive, files or a folder here:</li>}
      </ol>
    </section>
  );
}
