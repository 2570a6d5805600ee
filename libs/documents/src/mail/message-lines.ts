import type { Address, Email } from 'postal-mime';
import type { DocumentLine } from '../document';
import { linesOfHtml } from '../html/html-text';

const MOST_NAMES = 50;

/** The headers that people read, one line each, and the body. */
export function messageLines(mail: Email): DocumentLine[] {
  const line = (text: string): DocumentLine => ({ text, kind: 'text', layout: {} });
  return [...fieldsOf(mail).map(line), line(''), ...bodyOf(mail)];
}

function fieldsOf(mail: Email): string[] {
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['From', mail.from && namesOf([mail.from])],
    ['To', namesOf(mail.to)],
    ['Cc', namesOf(mail.cc)],
    ['Bcc', namesOf(mail.bcc)],
    ['Reply-To', namesOf(mail.replyTo)],
    ['Date', mail.headers.find(({ key }) => key === 'date')?.value ?? mail.date],
    ['Subject', mail.subject],
  ];
  return fields.flatMap(([name, value = '']) => {
    const plain = value.replace(/\s+/g, ' ').trim();
    return plain === '' ? [] : [`${name}: ${plain}`];
  });
}

function namesOf(addresses: readonly Address[] = []): string {
  const all = addresses.flatMap((one) => one.group ?? [one]);
  const names = all.slice(0, MOST_NAMES).map(({ name, address }) => {
    if (name === '') return address;
    return address === '' ? name : `${name} <${address}>`;
  });
  return [...names, ...(all.length > MOST_NAMES ? [`and ${all.length - MOST_NAMES} more`] : [])].join(', ');
}

/** The HTML body if it has a table of values or is the only one, otherwise the plain text. */
function bodyOf({ text = '', html = '' }: Email): DocumentLine[] {
  const marked =
    html.trim() === '' ? [] : linesOfHtml(html, {}).map(({ layout: _, ...one }) => ({ ...one, layout: {} }));
  const hasTable = marked.some(({ kind, head }) => kind === 'row' && head);
  if (text.trim() === '' || hasTable) return marked;
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((one) => one.trimEnd())
    .filter((one, i, all) => one !== '' || all[i - 1] !== '')
    .map((one) => ({ text: one, kind: 'text', layout: {} }));
}
