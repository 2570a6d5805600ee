import type { DocumentLine } from '../../document';
import { linesOfHtml, loadedLines } from '../../html/html-text';
import { linesOfPage } from '../../html/lines-of-page';
import { pageTitle } from '../../html/page-title';
import { parseHtml } from '../../html/parse-html';
import type { ParserProtocol } from '../server-parser';

/** How Tika's XHTML begins a page of a PDF. */
const PAGE = /<div class="page"\s*\/?>/;

/** Apache Tika Server: `PUT /tika` with the file returns XHTML. Pages of a PDF are known, places on them are not. */
export const tikaProtocol: ParserProtocol = {
  id: 'tika',
  formats: ['pdf', 'docx', 'pptx', 'odt', 'odp', 'rtf', 'epub'],
  request: ({ name, bytes }) => ({
    path: '/tika',
    init: {
      method: 'PUT',
      body: bytes,
      headers: {
        accept: 'text/html',
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
    },
  }),
  loaded(reply, format) {
    if (!/<html[\s>]/i.test(reply)) throw new Error('it is not XHTML');
    const [head = '', ...pages] = format === 'pdf' ? reply.split(PAGE) : [reply];
    const parsed = parseHtml(head);
    if (parsed.kind === 'refused') throw new Error(parsed.reason);
    const first = linesOfPage(parsed.page, true).map((line): DocumentLine => ({ ...line, layout: {} }));
    const others = pages.flatMap((page, i) => linesOfHtml(page, { page: i + 1 }));
    const title = pageTitle(parsed.page);
    return loadedLines(
      {
        format,
        title,
        pages: pages.length > 0 ? pages.length : null,
        remarks: [],
      },
      [...first, ...others],
    );
  },
};
