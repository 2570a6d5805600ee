import { loadedLines, Refused } from '../../html/html-text';
import { picturesLeftOut } from '../../remarks/left-out';
import type { ParserProtocol } from '../server-parser';
import { doclingDocument, doclingReply } from './docling-document';
import { doclingLines } from './docling-lines';

/** Docling Serve: `POST /v1/convert/file` returns a DoclingDocument, with pages, boxes, and tables with their heads. */
export const doclingProtocol: ParserProtocol = {
  id: 'docling',
  formats: ['pdf', 'docx', 'pptx'],
  request({ name, bytes }) {
    const form = new FormData();
    form.append('files', new Blob([bytes]), name);
    form.append('to_formats', 'json');
    form.append('image_export_mode', 'placeholder');
    return { path: '/v1/convert/file', init: { method: 'POST', body: form } };
  },
  loaded(reply, format) {
    const { status, errors, document } = doclingReply.parse(JSON.parse(reply));
    const failures = errors.flatMap(({ error_message: message }) => message ?? []);
    if (status !== undefined && !/^(?:success|partial_success)$/.test(status))
      throw new Refused('damaged', `Docling could not convert the file: ${failures.join('; ') || status}.`);
    const parsed = doclingDocument.parse(document.json_content);
    const { lines, pictures } = doclingLines(parsed);
    const pages = Object.keys(parsed.pages).length;
    const title = lines.find(({ kind, level }) => kind === 'heading' && level === 1)?.text;
    return loadedLines(
      {
        format,
        title,
        pages: pages > 0 ? pages : null,
        remarks: [...failures, ...picturesLeftOut(pictures)],
      },
      lines,
    );
  },
};
