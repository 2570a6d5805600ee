/** Languages of pages rather than of code, as the index names them. */
export const PAGE_LANGUAGES = ['markdown', 'restructuredtext', 'asciidoc', 'html', 'text'] as const;
