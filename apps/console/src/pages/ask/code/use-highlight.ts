import { useEffect, useState } from 'preact/hooks';
import type { Part } from './part';

/** Characters up to which code is coloured: more would hold the page up. */
const MOST = 200_000;

/**
 * Each line in parts: at first plain, and coloured as soon as the highlighter and the grammar of the language are
 * loaded. Without a grammar, or if they cannot be loaded, the lines stay plain.
 */
export function useHighlight(
  lines: readonly string[],
  language: string | null,
): readonly (readonly Part[])[] {
  const text = lines.join('\n');
  const [coloured, setColoured] = useState<readonly (readonly Part[])[]>([]);
  useEffect(() => {
    if (language === null || language === '' || text.length > MOST) return;
    let current = true;
    import('./highlight')
      .then(({ highlight }) => highlight(lines, language))
      .then((parts) => {
        if (current && parts) setColoured(parts);
      })
      // Colours are no reason for an error: the code is there.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [text, language]);
  // While an answer is written, the lines that it had before keep their colours.
  return lines.map((line, at) => {
    const parts = coloured[at] ?? [];
    return parts.map((part) => part.text).join('') === line ? parts : [{ text: line, as: null }];
  });
}
