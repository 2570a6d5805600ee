import { conclusionOf, noticeSentence, type Turn } from '@quarry/turn';
import type { Palette } from '../palette';
import { openable, place, type Root } from '../places';
import { printable } from '../printable';
import { readable } from '../readable';

/** Most sources below an answer; `/sources` shows all. */
const SHOWN = 5;

/** An answer in a conversation: text, first sources, and a doubt. The whole report is in `quarry turns show`. */
export function replyLines(
  asked: Turn,
  { dim, cyan, yellow, red }: Palette,
  root: Root,
  streamed = '',
): readonly string[] {
  const turn = printable(asked);
  if (turn.end?.outcome === 'failed')
    return [`${red('error')} ${turn.end.code ?? 'internal'}: ${turn.end.reason}`];
  if (turn.end?.outcome === 'cancelled') return [dim('stopped')];
  const text = turn.answer?.text ?? '';
  const citations = turn.answer?.citations ?? [];
  const isShown = text.trim() === streamed.trim() && text !== '';
  const again = streamed === '' ? [] : [dim('(the answer after its check)')];
  const { confidence, headline } = conclusionOf(turn);
  const more = citations.length - SHOWN;
  return [
    ...(isShown ? [] : [...again, text === '' ? `${headline}.` : readable(text)]),
    ...(citations.length === 0 ? [] : ['']),
    ...citations
      .slice(0, SHOWN)
      .map((each) => `  ${cyan(`[${each.n}]`)} ${place({ ...each, path: openable(each, root) })}`),
    ...(more > 0 ? [dim(`  and ${more} more: /sources`)] : []),
    ...(isDoubtful(turn)
      ? ['', yellow(`${confidence.level} confidence: ${confidence.disclaimer}`)]
      : noticeLines(turn, yellow)),
  ];
}

/** What the index lacked when the question was asked. */
function noticeLines({ indexing = [] }: Turn, yellow: Palette['yellow']): readonly string[] {
  return indexing.length === 0 ? [] : ['', ...indexing.map((notice) => yellow(noticeSentence(notice)))];
}

/** Whether the reader needs a warning that the text does not already give: it says that no model wrote it. */
function isDoubtful(turn: Turn): boolean {
  const { confidence } = conclusionOf(turn);
  return confidence.level !== 'high' && turn.answer?.insufficient === undefined && turn.spent.modelCalls > 0;
}

/** All sources of an answer with their names. */
export function sourceLines(asked: Turn, { cyan, dim }: Palette, root: Root): readonly string[] {
  const citations = printable(asked).answer?.citations ?? [];
  return citations.map((each) => {
    const what = each.symbol ?? each.title ?? '';
    const where = place({ ...each, path: openable(each, root) });
    return `  ${cyan(`[${each.n}]`)} ${where}${what === '' ? '' : `  ${dim(what)}`}`;
  });
}
