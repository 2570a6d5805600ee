import type { IndexJobDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SiteFields } from '../../index/source/site-fields';
import { typedUrl } from '../../index/source/typed-url';
import { indexSite } from './data';
import { FetchedSource } from './fetched-source';
import { t } from '../../../language/messages';

/** Indexes the pages of a documentation site. */
export function Site({ onBegun }: { readonly onBegun: (job: IndexJobDto) => void }): JSX.Element {
  const [url, setUrl] = useState('');
  return (
    <FetchedSource name={t('Index a website')} index={() => indexSite(typedUrl(url))} onBegun={onBegun}>
      <SiteFields value={url} onChange={setUrl} owns />
    </FetchedSource>
  );
}
