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
import { t } from '../../../language/messages';

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
      label={t('Where the files are')}
      chosen={value.kind}
      onChoose={(id) => onChange({ ...value, kind: id as TypedSource['kind'] })}
      tabs={[
        {
          id: 'path',
          title: t('A folder'),
          panel: () => (
            <div class="stack">
              <TextField
                label={t('Path')}
                hint={
                  owns
                    ? t('Any folder or file of this machine.')
                    : t(
                        "Path of a folder or file on the indexers' machine. Operators allow folders with QUARRY_INDEX_ROOTS.",
                      )
                }
                required
                placeholder="/srv/sources/shop"
                value={value.path}
                onInput={(path) => onChange({ ...value, path })}
              />
              {owns && (
                <div>
                  <Button icon="search" onClick={onBrowse}>
                    {t('Browse')}
                  </Button>
                </div>
              )}
            </div>
          ),
        },
        {
          id: 'git',
          title: t('A git URL'),
          panel: () => (
            <div class="stack">
              <GitFields
                value={value.git}
                onChange={(git) => onChange({ ...value, git })}
                hint={
                  owns
                    ? t('Fetched with your git credentials, if the server asks for any.')
                    : t('A public https: address. Operators allow other servers with QUARRY_GIT_HOSTS.')
                }
              />
            </div>
          ),
        },
        {
          id: 'site',
          title: t('A website'),
          panel: () => (
            <div class="stack">
              <SiteFields value={value.site} owns={owns} onChange={(site) => onChange({ ...value, site })} />
            </div>
          ),
        },
        {
          id: 'upload',
          title: t('Upload'),
          panel: () => <DropBox picked={value.picked} onPick={(picked) => onChange({ ...value, picked })} />,
        },
      ]}
    />
  );
}
