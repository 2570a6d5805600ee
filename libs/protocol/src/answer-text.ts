/** Fence and emphasis that were opened before the content of a reply and may be closed at its end. */
export interface Open {
  readonly fence: string;
  readonly wrap: string;
}

/**
 * The answer in the content of a reply, without outer white space, and without the end of a fence or of emphasis that
 * was opened before the marker. A fence belongs to the reply only if the fences within the content do not pair up
 * without it.
 */
export function answerText(content: string, open: Open): string {
  let text = content.trimEnd();
  if (open.fence !== '' && text.endsWith(open.fence) && fenceLines(text, open.fence) % 2 === 1) {
    text = text.slice(0, -open.fence.length).trimEnd();
  }
  if (open.wrap !== '' && text.endsWith(open.wrap)) text = text.slice(0, -open.wrap.length).trimEnd();
  return text;
}

/** True for a character that `answerText` may remove from the end. */
export function mayBeCutOff(char: string, open: Open): boolean {
  return /\s/.test(char) || open.fence.includes(char) || open.wrap.includes(char);
}

function fenceLines(text: string, fence: string): number {
  return text.split('\n').filter((line) => {
    const trimmed = line.trimStart();
    return (
      trimmed.startsWith(fence) ||
      (trimmed.endsWith(fence) && !trimmed.slice(0, -fence.length).includes(fence))
    );
  }).length;
}
