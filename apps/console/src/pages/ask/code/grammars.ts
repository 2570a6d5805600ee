import type { LanguageFn } from 'highlight.js';

/** The grammars of highlight.js that the console has; each is a file of its own, loaded when code needs it. */
const GRAMMARS: Readonly<Record<string, () => Promise<{ readonly default: LanguageFn }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Other names: of Quarry's languages, and of those that authors write at their fences. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ 'c++': 'cpp', cc: 'cpp', h: 'c', hpp: 'cpp', cs: 'csharp', 'c#': 'csharp', golang: 'go', toml: 'ini' },
  ...{
    js: 'javascript',
    jsx: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    json5: 'json',
    jsonc: 'json',
  },
  ...{ py: 'python', python3: 'python', rb: 'ruby', rs: 'rust', ts: 'typescript', tsx: 'typescript' },
  ...{ sh: 'bash', shell: 'bash', zsh: 'bash', console: 'bash', tsql: 'sql', pgsql: 'sql', plsql: 'sql' },
  ...{ html: 'xml', svg: 'xml', xaml: 'xml', yml: 'yaml' },
};

/** A grammar and its name; null if the console lacks one for the language. */
export async function grammarOf(
  language: string,
): Promise<{ readonly name: string; readonly grammar: LanguageFn } | null> {
  const low = language.toLowerCase();
  const name = Object.hasOwn(ALIASES, low) ? (ALIASES[low] ?? low) : low;
  const load = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  return load ? { name, grammar: (await load()).default } : null;
}
