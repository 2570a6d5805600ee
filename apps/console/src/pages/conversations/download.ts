/** Saves a text as a file of the reader's machine. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  // The browser has read it by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
