import { linesOfPage } from '../html/lines-of-page';
import { parseHtml } from '../html/parse-html';
import { unzipped, type ZipEntry } from './zip-directory';

/** File and template names that editors insert as titles. */
const USELESS_TITLE =
  /^(?:\[no title\]|untitled|document\d*|book\d*|workbook\d*|(?:microsoft )?powerpoint[ -]presentation|presentation\d*|slide 1|microsoft word\b.*|.*\.(?:docx?|dotx?|xlsx?|xltx?|ods|pptx?|potx?))$/i;

/** The title in the properties of an Office file; undefined if it is missing or useless. */
export function packageTitle(bytes: Uint8Array, entries: readonly ZipEntry[]): string | undefined {
  const entry = entries.find(({ name }) => name === 'docProps/core.xml');
  const content = entry && unzipped(bytes, entry, 100_000);
  if (content === undefined || typeof content === 'string') return undefined;
  const raw = /<dc:title>([^<]{1,600})<\/dc:title>/.exec(new TextDecoder().decode(content))?.[1];
  if (raw === undefined) return undefined;
  const parsed = parseHtml(raw);
  const title = parsed.kind === 'page' ? linesOfPage(parsed.page)[0]?.text : undefined;
  return title === undefined || isUseless(title) ? undefined : title;
}

/** Whether an editor wrote a title, not a person. */
export function isUseless(title: string): boolean {
  return title === '' || title.length > 300 || USELESS_TITLE.test(title);
}
