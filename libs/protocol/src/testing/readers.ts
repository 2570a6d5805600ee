import MarkdownIt, { type Token } from 'markdown-it';

/**
 * Programs that render Markdown like chat windows: HTML is passed on, and an address (a scheme, `//` or `www.`) becomes
 * a link.
 */
export const READERS = (['commonmark', 'default'] as const).map((preset) => {
  const reader = new MarkdownIt(preset, { html: true, linkify: true }).enable(['linkify']);
  reader.linkify
    .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
    .add('www.', { validate: (text, at) => /^[^\s<]+/.exec(text.slice(at))?.[0].length ?? 0 });
  return reader;
});

/** What such a program would fetch, open or run for a text; empty for an inert one. */
export function active(text: string): readonly string[] {
  const all = (tokens: readonly Token[]): readonly Token[] =>
    tokens.flatMap((token) => [token, ...all(token.children ?? [])]);
  return READERS.flatMap((reader) =>
    all(reader.parse(text, {}))
      .filter(({ type }) => ['image', 'link_open', 'html_block', 'html_inline'].includes(type))
      .map(({ type, content, attrs }) => `${type} ${content}${JSON.stringify(attrs)}`),
  );
}
