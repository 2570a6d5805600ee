import type { Answer, Citation } from '@quarry/turn';

/** Head of a passage that the extractive responder quotes: its file, its lines, its name and its mark. */
const HEAD = /^`[^`\n]+`, lines? (\d+)(?:–(\d+))?(?:, `[^`\n]*`)? \[(\d+(?:, \d+)*)\]$/gm;

/**
 * An answer in quotations whose citations open the quoted lines rather than the whole chunk. Lines of a text that was
 * extracted from a document are not those of the file and stay as they are.
 */
export function withQuotedLines(answer: Answer): Answer {
  if (answer.writtenBy !== 'extractive') return answer;
  const lines = new Map(
    [...answer.english.matchAll(HEAD)].flatMap(([, first, last, marks = '']) =>
      marks.split(', ').map((n) => [Number(n), [Number(first), Number(last ?? first)] as const] as const),
    ),
  );
  return {
    ...answer,
    citations: answer.citations.map((citation) => narrowed(citation, lines.get(citation.n))),
  };
}

function narrowed(citation: Citation, lines: readonly [first: number, last: number] | undefined): Citation {
  if (!lines || citation.format !== undefined) return citation;
  // A passage that is one of several pieces of evidence has the lines of all of them.
  const startLine = Math.max(citation.startLine, lines[0]);
  const endLine = Math.min(citation.endLine, lines[1]);
  return startLine <= endLine ? { ...citation, startLine, endLine } : citation;
}
