import type { PagePlaceDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoad } from '../../../api/use-load';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Spinner } from '../../../components/spinner';
import { fileName } from '../../../format/place-name';
import { bytesOf } from './data';
import type { OpenPdf } from './open-pdf';
import { t } from '../../../language/messages';

interface PdfViewProps {
  readonly file: string;
  readonly path: string;
  /** Cited pages, each with the place on it. */
  readonly places: readonly PagePlaceDto[];
}

/** A page of a PDF with the cited places marked. */
export function PdfView({ file, path, places }: PdfViewProps): JSX.Element {
  const [page, setPage] = useState(places[0]?.page ?? 1);
  const { data: pdf, problem, reload } = useLoad((signal) => opened(file, signal), [file]);
  useEffect(() => () => pdf?.close(), [pdf]);
  if (problem) return <ErrorNote problem={problem} onRetry={reload} />;
  if (!pdf) return <Spinner label={t('Opening the file …')} />;
  const cited = [...new Set(places.map((each) => each.page))];
  return (
    <div class="pdf">
      <div class="row pdf-tools">
        <Button
          look="quiet"
          icon="chevron-left"
          label={t('Previous page')}
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <span class="small" aria-live="polite">
          {t('Page {page} of {pages}', { page, pages: pdf.pages })}
          {cited.includes(page) ? `, ${t('cited')}` : ''}
        </span>
        <Button
          look="quiet"
          icon="chevron-right"
          label={t('Next page')}
          disabled={page >= pdf.pages}
          onClick={() => setPage(page + 1)}
        />
        {cited
          .filter((each) => each !== page)
          .map((each) => (
            <Button key={each} look="quiet" onClick={() => setPage(each)}>
              {t('To cited page {page}', { page: each })}
            </Button>
          ))}
      </div>
      <Page
        pdf={pdf}
        page={page}
        label={t('Page {page} of {file}', { page, file: fileName(path) })}
        places={places.filter((each) => each.page === page)}
      />
    </div>
  );
}

function Page(props: {
  readonly pdf: OpenPdf;
  readonly page: number;
  readonly label: string;
  readonly places: readonly PagePlaceDto[];
}): JSX.Element {
  const { pdf, page, label, places } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [drawn, setDrawn] = useState<{ readonly page: number; readonly scale: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const controller = new AbortController();
    pdf.draw(page, canvas.current, width, controller.signal).then(
      (scale) => {
        if (!controller.signal.aborted) setDrawn({ page, scale });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setFailed(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [pdf, page, width]);
  useEffect(() => {
    frame.current?.querySelector('.pdf-mark')?.scrollIntoView({ block: 'nearest' });
  }, [drawn]);
  return (
    <div class="pdf-frame" role="region" tabIndex={0} aria-label={label}>
      <div class="pdf-page" ref={frame}>
        <canvas ref={canvas} role="img" aria-label={label} />
        {drawn?.page === page &&
          places.map(({ box }, at) => box && <Mark key={at} box={box} scale={drawn.scale} />)}
      </div>
      {failed !== null && <p class="small">{t('The page cannot be shown: {reason}', { reason: failed })}</p>}
    </div>
  );
}

/** A rectangle in points from the top left corner of the page, y downwards, as in pdf.js. */
function Mark({ box, scale }: { readonly box: readonly number[]; readonly scale: number }): JSX.Element {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const place = useRef<HTMLDivElement>(null);
  // Set by script, because the page's policy forbids style attributes.
  useEffect(() => {
    const style = place.current?.style;
    if (!style) return;
    style.left = `${x0 * scale - 3}px`;
    style.top = `${y0 * scale - 3}px`;
    style.width = `${(x1 - x0) * scale + 6}px`;
    style.height = `${(y1 - y0) * scale + 6}px`;
  }, [box, scale]);
  return <div class="pdf-mark" ref={place} />;
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return width;
}

/** pdf.js is large: it is fetched when the first page is opened. */
async function opened(file: string, signal: AbortSignal): Promise<OpenPdf> {
  const [{ openPdf }, bytes] = await Promise.all([import('./open-pdf'), bytesOf(file, signal)]);
  return openPdf(bytes);
}
