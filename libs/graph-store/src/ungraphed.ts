/** Programming languages whose files are searched as text and have no definitions in the graph, by extension. */
const LANGUAGES: Readonly<Record<string, string>> = {
  '.clj': 'Clojure',
  '.dart': 'Dart',
  '.erl': 'Erlang',
  '.ex': 'Elixir',
  '.exs': 'Elixir',
  '.fs': 'F#',
  '.groovy': 'Groovy',
  '.hs': 'Haskell',
  '.jl': 'Julia',
  '.kt': 'Kotlin',
  '.kts': 'Kotlin',
  '.lua': 'Lua',
  '.m': 'Objective-C',
  '.ml': 'OCaml',
  '.pl': 'Perl',
  '.pm': 'Perl',
  '.ps1': 'PowerShell',
  '.r': 'R',
  '.scala': 'Scala',
  '.sh': 'shell',
  '.svelte': 'Svelte',
  '.swift': 'Swift',
  '.vb': 'Visual Basic',
  '.vue': 'Vue',
  '.zig': 'Zig',
};

/** Extensions of programming languages without a code graph. */
export const UNGRAPHED_EXTENSIONS: readonly string[] = Object.keys(LANGUAGES);

/**
 * The languages of these files that the graph does not read, with the number of files, most first; `''` without any.
 * @example
 * ungraphed(['a.lua', 'b.lua', 'c.kt', 'd.ts']);   // 'Lua (2 files) and Kotlin (1 file)'
 */
export function ungraphed(paths: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const dot = path.lastIndexOf('.');
    const extension = dot < 0 ? '' : path.slice(dot).toLowerCase();
    const language = Object.hasOwn(LANGUAGES, extension) ? LANGUAGES[extension] : undefined;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const named = [...counts]
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([language, n]) => `${language} (${n} ${n === 1 ? 'file' : 'files'})`);
  const last = named.pop();
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`;
}
