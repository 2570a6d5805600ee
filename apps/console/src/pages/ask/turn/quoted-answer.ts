import { isEnglish, t } from '../../../language/messages';

/** The place above a quotation: `lib/a.js`, lines 16–119, … */
const PLACE = /^(`[^`]+`, )(lines?|pages?) (\d+(?:(?:–|, )\d+)*)(?=[, ])/;

/**
 * An answer that Quarry put together from quotations, with its own words in the language of the interface. What it
 * quotes stays as it is.
 */
export function quotedAnswer(text: string): string {
  if (isEnglish()) return text;
  let inCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```') || line.startsWith('~~~')) inCode = !inCode;
      if (inCode) return line;
      // A test compares it with `NOTICE` of libs/chat-model.
      if (/^No language model wrote this answer: /.test(line))
        return t(
          'No language model wrote this answer: these are the passages of the evidence that are most relevant to the question.',
        );
      return line.replace(
        PLACE,
        (_all, path: string, kind: string, where: string) => path + placed(kind, where),
      );
    })
    .join('\n');
}

function placed(kind: string, where: string): string {
  if (kind === 'page') return t('page {pages}', { pages: where });
  if (kind === 'pages') return t('pages {pages}', { pages: where });
  const [from = where, to = from] = where.split('–');
  return kind === 'line' ? t('line {line}', { line: from }) : t('lines {from}–{to}', { from, to });
}
