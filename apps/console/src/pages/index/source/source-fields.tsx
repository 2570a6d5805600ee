import type { JSX } from 'preact';
import { owner } from '../../../api/owner';
import { Button } from '../../../components/button';
import { Tabs } from '../../../components/tabs';
import { TextField } from '../../../components/text-field';
import { useStore } from '../../../store';
import { GitFields } from './git-fields';
import { SiteFields } from './site-fields';
import type { TypedSource } from './typed-source';
import { DropBox } from './upload/drop-box';

/** Where the files of a job are: in a folder of the indexers' machine, on a git server, on the web, or here. */
export function SourceFields(props: {
  readonly value: TypedSource;
  readonly onChange: (value: TypedSource) => void;
  readonly onBrowse: () => void;
}): JSX.Element {
  const { value, onChange, onBrowse } = props;
  const owns = useStore(owner).token !== null;
  return (
    <Tabs
      label="Where the files are"
      chosen={value.kind}
      onChoose={(id) => onChange({ ...value, kind: id as TypedSource['kind'] })}
      tabs={[
        {
          id: 'path',
          title: 'A folder',
          panel: () => (
            <div class="stack">
              <TextField
                label="Path"
                hint={
                  owns
                    ? 'Any folder or file of this machine.'
                    : "Path of a folder or file on the indexers' machine. Operators allow folders with QUARRY_INDEX_ROOTS."
                }
                required
                placeholder="/srv/sources/shop"
                value={value.path}
                onInput={(path) => onChange({ ...value, path })}
              />
              {owns && (
                <div>
                  <Button icon="search" onClick={onBrowse}>
                    Browse
                  </Button>
                </div>
              )}
            </div>
          ),
        },
        {
          id: 'git',
          title: 'A git URL',
          panel: () => (
            <div class="stack">
              <GitFields
                value={value.git}
                onChange={(git) => onChange({ ...value, git })}
                hint={
                  owns
                    ? 'Fetched with your git credentials, if the server asks for any.'
                    : 'A public https: address. Operators allow other servers with QUARRY_GIT_HOSTS.'
                }
              />
            </div>
          ),
        },
        {
          id: 'site',
          title: 'A website',
          panel: () => (
            <div class="stack">
              <SiteFields value={value.site} owns={owns} onChange={(site) => onChange({ ...value, site })} />
            </div>
          ),
        },
        {
          id: 'upload',
          title: 'Upload',
          panel: () => <DropBox picked={value.picked} onPick={(picked) => onChange({ ...value, picked })} />,
        },
      ]}
    />
  );
}
