import type { DocumentLine, Loaded, Loader } from '../document';
import { linesOfHtml, loadedLines, refusing } from '../html/html-text';
import { checkPackage } from '../office/check-package';
import { counted, picturesLeftOut } from '../remarks/left-out';
import { odfTitle } from '../office/odf-title';
import { Package } from '../office/package';
import { hasHeaders, readOdfText } from './read-odf-text';

/**
 * Loads OpenDocument texts: headings, paragraphs, lists, tables, footnotes, descriptions of pictures, and comments at
 * the end. Marked insertions are text; marked deletions, headers and footers are left out, and reported.
 */
export const loadOdt: Loader = (bytes) => {
  const checked = checkPackage(bytes, 'odt');
  if (checked.kind === 'refused') return Promise.resolve(checked);
  const office = new Package(bytes, checked.entries);
  return Promise.resolve(refusing(() => loaded(office)));
};

function loaded(office: Package): Loaded {
  const content = office.part('content.xml');
  const styles = office.part('styles.xml');
  if (!content) throw new Error('it has no part content.xml');
  const { html, notes, comments, pictures, deletions } = readOdfText(content);
  const line = (text: string): DocumentLine => ({ text, kind: 'text', layout: {} });
  return loadedLines(
    {
      format: 'odt',
      title: odfTitle(office),
      pages: null,
      remarks: [
        ...picturesLeftOut(pictures),
        ...(deletions > 0
          ? [`${counted(deletions, 'marked deletion')} ${deletions === 1 ? 'was' : 'were'} left out`]
          : []),
        ...(styles && hasHeaders(styles) ? ['its headers and footers were not read'] : []),
      ],
    },
    [
      ...linesOfHtml(html, {}),
      ...notes.map(line),
      ...(comments.length > 0
        ? [
            { text: 'Comments', kind: 'heading' as const, level: 1, layout: {} },
            ...comments.map((text) => line(`Comment: ${text}`)),
          ]
        : []),
    ],
  );
}
