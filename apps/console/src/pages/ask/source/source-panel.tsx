import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLoad } from '../../../api/use-load';
import { Badge } from '../../../components/badge';
import { Button } from '../../../components/button';
import { CopyButton } from '../../../components/copy-button';
import { ErrorNote } from '../../../components/error-note';
import { Icon } from '../../../components/icon';
import { Spinner } from '../../../components/spinner';
import { Tabs } from '../../../components/tabs';
import { placeName, whereIn } from '../../../format/place-name';
import { CodeView } from './code-view';
import { sourceOf, type SourceOfEvidence } from './data';
import { PdfView } from './pdf-view';
import { TableView } from './table-view';
import { t } from '../../../language/messages';

const AROUND = 40;
const MORE_AROUND = 2_000;

/** The exact lines, or the page, of a citation. */
export function SourcePanel({ turn, n }: { readonly turn: string; readonly n: number }): JSX.Element {
  const [around, setAround] = useState(AROUND);
  const { data, problem, reload } = useLoad((signal) => sourceOf(turn, n, around, signal), [turn, n, around]);
  if (problem) return <ErrorNote problem={problem} onRetry={reload} />;
  if (!data) return <Spinner label={t('Opening the source …')} />;
  return (
    <div class="stack source-panel">
      <Head source={data} />
      <Body source={data} />
      {data.from !== 'evidence' && around === AROUND && data.format !== 'pdf' && (
        <div>
          <Button look="quiet" onClick={() => setAround(MORE_AROUND)}>
            {t('Show more of the file')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Head({ source }: { readonly source: SourceOfEvidence }): JSX.Element {
  const place = { ...source, startLine: source.markedFrom, endLine: source.markedTo };
  const { symbol, commit, from, changed } = source;
  return (
    <div class="source-head">
      <p class="mono source-path">
        <Icon name="file" /> {source.path}
      </p>
      <div class="row">
        <Badge>{whereIn({ ...place, sourceLines: [place.startLine, place.endLine] })}</Badge>
        {symbol !== undefined && <span class="mono small muted">{symbol}</span>}
        {commit !== undefined && (
          <span class="small muted">{t('commit {id}', { id: commit.slice(0, 10) })}</span>
        )}
        <CopyButton text={placeName({ ...place, sourceLines: [place.startLine, place.endLine] })}>
          {t('Copy place')}
        </CopyButton>
        <Links source={source} />
      </div>
      {from === 'index' && source.format === undefined && (
        <p class="note small">
          <Icon name="info" />
          <span>
            {changed === null
              ? t('As indexed: the file itself is unavailable here.')
              : t('As indexed: the file has changed since then.')}
          </span>
        </p>
      )}
      {source.format === 'pdf' && changed === true && (
        <p class="note warn small">
          <Icon name="alert" />
          <span>{t('The file was changed after it was indexed: the marked place may have moved.')}</span>
        </p>
      )}
    </div>
  );
}

/** Where else the source can be opened. */
function Links({ source: { hostUrl, editorUrl, url } }: { readonly source: SourceOfEvidence }): JSX.Element {
  // A document may name any address.
  const web = hostUrl ?? (url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null);
  return (
    <>
      {editorUrl !== null && (
        <a class="button quiet" href={editorUrl}>
          <Icon name="edit" />
          {t('Open in editor')}
        </a>
      )}
      {web !== null && (
        <a class="button quiet" href={web} target="_blank" rel="noopener noreferrer">
          <Icon name="external" />
          {t('Open on {host}', { host: new URL(web).hostname })}
        </a>
      )}
    </>
  );
}

function Body({ source }: { readonly source: SourceOfEvidence }): JSX.Element {
  const { file, pages, table, format } = source;
  const tabs = [
    ...(table ? [{ id: 'table', title: t('Table'), panel: () => <TableView table={table} /> }] : []),
    ...(format === 'pdf' && file !== null && pages !== undefined
      ? [
          {
            id: 'page',
            title: t('Page'),
            panel: () => <PdfView file={file} path={source.path} places={pages} />,
          },
        ]
      : []),
    { id: 'text', title: t('Text'), panel: () => <CodeView source={source} /> },
  ];
  const [tab, setTab] = useState(tabs[0]?.id ?? 'text');
  if (tabs.length === 1) return <CodeView source={source} />;
  return <Tabs label={t('Source view')} chosen={tab} onChoose={setTab} tabs={tabs} />;
}
