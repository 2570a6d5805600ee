import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { GitFields } from '../../index/source/git-fields';
import { typedUrl } from '../../index/source/typed-url';
import { indexGitUrl } from './data';
import { FetchedSource } from './fetched-source';
import { t } from '../../../language/messages';

/** Indexes a branch of a git repository on a server. */
export function GitUrl({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [typed, setTyped] = useState({ url: '', branch: '' });
  const index = (): Promise<IndexJobDto> => indexGitUrl(typedUrl(typed.url), typed.branch.trim());
  return (
    <FetchedSource name={t('Index a git URL')} index={index} onBegun={onBegun}>
      <GitFields
        value={typed}
        onChange={setTyped}
        hint={t('Fetched with your git credentials, if the server asks for any.')}
      />
    </FetchedSource>
  );
}
