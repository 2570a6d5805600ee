/** Saves a text as a file of the reader's machine. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  // The browser has read it by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/** Letters of a name that files keep. */
const MOST = 60;

/** A name for a file from a question or a title: `What does it call?` is `what-does-it-call.md`. */
export function fileNameOf(name: string, ending: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const kept = words.join('-').slice(0, MOST).replace(/-$/, '');
  return `${kept === '' ? 'quarry' : kept}.${ending}`;
}
