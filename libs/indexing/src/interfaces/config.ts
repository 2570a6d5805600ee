import type { Found } from './found';

/** How code of a language reads a configuration key. A new way is a line here, and a case of its spec. */
interface ConfigRule {
  readonly languages: readonly string[];
  readonly pattern: RegExp;
  /** In front of the key: `ConnectionStrings:`. */
  readonly prefix?: string;
}

const JS = ['typescript', 'javascript', 'tsx'];
/** Not the left side of an assignment, which sets it. */
const VARIABLE = '(?<key>[A-Z][A-Z0-9_]{1,100})\\b(?!["\'`]?\\]?\\s{0,9}=[^=>])';
const KEY = '(?<key>[A-Za-z][\\w.:-]{1,100})';

const READS: readonly ConfigRule[] = [
  {
    languages: JS,
    pattern: new RegExp(`\\b(?:process|import\\.meta)\\.env(?:\\.|\\[\\s*["'\`])${VARIABLE}`, 'g'),
  },
  {
    languages: ['python'],
    pattern: new RegExp(
      `\\bos\\.(?:environ(?:\\.get\\(|\\.setdefault\\(|\\[)|getenv\\()\\s*["']${VARIABLE}`,
      'g',
    ),
  },
  { languages: ['go'], pattern: new RegExp(`\\bos\\.(?:Getenv|LookupEnv)\\(\\s*"${VARIABLE}`, 'g') },
  { languages: ['java', 'kotlin'], pattern: new RegExp(`\\bSystem\\.getenv\\(\\s*"${VARIABLE}`, 'g') },
  { languages: ['java', 'kotlin'], pattern: new RegExp(`@Value\\(\\s*"\\$\\{${KEY}`, 'g') },
  {
    languages: ['csharp'],
    pattern: new RegExp(`\\bEnvironment\\.GetEnvironmentVariable\\(\\s*"${VARIABLE}`, 'g'),
  },
  {
    languages: ['csharp'],
    pattern: new RegExp(
      `\\b_?[cC]onfig(?:uration)?(?:\\.Get(?:Value|RequiredSection|Section)(?:<\\w{1,40}\\??>)?\\(|\\[)\\s*"${KEY}"`,
      'g',
    ),
  },
  {
    languages: ['csharp'],
    pattern: new RegExp(`\\.GetConnectionString\\(\\s*"${KEY}"`, 'g'),
    prefix: 'ConnectionStrings:',
  },
  { languages: ['ruby'], pattern: new RegExp(`\\bENV(?:\\.fetch\\(|\\[)\\s*["']${VARIABLE}`, 'g') },
  { languages: ['php'], pattern: new RegExp(`\\b(?:getenv|env)\\(\\s*["']${VARIABLE}`, 'g') },
  {
    languages: ['rust'],
    pattern: new RegExp(`\\b(?:env::var(?:_os)?|env!|option_env!)\\(\\s*"${VARIABLE}`, 'g'),
  },
];

/** How a file of configuration states its keys. */
interface ConfigFile {
  readonly files: RegExp;
  read(text: string): readonly { readonly key: string; readonly offset: number }[];
}

const CONFIG_FILES: readonly ConfigFile[] = [
  {
    files: /(?:^|\/)\.env(?:\.[\w.-]{1,40})?$/,
    read: (text) => keysBy(text, /^(?:export[ \t]+)?(?<key>[A-Z][A-Z0-9_]{1,100})[ \t]*=/gm),
  },
  {
    files: /(?:^|\/)(?:docker-)?compose(?:\.[\w-]{1,40})?\.ya?ml$/,
    read: (text) => keysBy(text, /^[ \t]+(?:-[ \t]+)?["']?(?<key>[A-Z][A-Z0-9_]{1,100})["']?[ \t]*[=:]/gm),
  },
  {
    files: /(?:^|\/)appsettings(?:\.\w{1,40})?\.json$/,
    read: (text) => indentedKeys(text, /^([ \t]*)"([\w.-]{1,100})"[ \t]*:[ \t]*(\{)?/, ':'),
  },
  {
    files: /(?:^|\/)application(?:-\w{1,40})?\.properties$/,
    read: (text) => keysBy(text, /^(?<key>[A-Za-z][\w.-]{1,100})[ \t]*[=:]/gm),
  },
  {
    files: /(?:^|\/)application(?:-\w{1,40})?\.ya?ml$/,
    read: (text) => indentedKeys(text, /^([ ]*)([\w.-]{1,100}):[ \t]*(?:(#.*)?$)?/, '.'),
  },
];

/** Whether a file states configuration keys. */
export function isConfigFile(path: string): boolean {
  return CONFIG_FILES.some(({ files }) => files.test(path));
}

/** Adds the keys that a file of configuration states, or those that code reads. */
export function configFacts(found: Found): void {
  const { path, language } = found.facts;
  for (const { key, offset } of CONFIG_FILES.find(({ files }) => files.test(path))?.read(found.text) ?? []) {
    const line = found.lineAt(offset);
    found.node(configKey(key), 'CONFIG_KEY', key, line);
    found.edge(found.file, configKey(key), 'DEFINES', line);
  }
  for (const { languages, pattern, prefix = '' } of READS) {
    if (!languages.includes(language)) continue;
    for (const { index, groups: { key = '' } = {} } of found.text.matchAll(pattern)) {
      if (found.isComment(index)) continue;
      const line = found.lineAt(index);
      found.edge(found.innermost(line)?.key ?? found.file, configKey(`${prefix}${key}`), 'READS_FROM', line);
    }
  }
}

/** `A__B` of an environment variable is `A:B` of a file. */
function configKey(key: string): string {
  return `config:${key.replaceAll('__', ':')}|CONFIG_KEY`;
}

function keysBy(text: string, pattern: RegExp): readonly { readonly key: string; readonly offset: number }[] {
  return [...text.matchAll(pattern)].map(({ index, 0: all, groups: { key = '' } = {} }) => ({
    ...{ key, offset: index + Math.max(0, all.indexOf(key)) },
  }));
}

/** Keys of values in a file whose indentation shows what contains them, joined by `separator`. */
function indentedKeys(
  text: string,
  line: RegExp,
  separator: string,
): readonly { readonly key: string; readonly offset: number }[] {
  const found: { key: string; offset: number }[] = [];
  const open: { readonly indent: number; readonly name: string }[] = [];
  let offset = 0;
  for (const content of text.split('\n')) {
    const match = line.exec(content);
    if (match) {
      const indent = match[1]?.length ?? 0;
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
      open.push({ indent, name: match[2] ?? '' });
      const isValue = separator === ':' ? match[3] === undefined : match[0].length < content.trimEnd().length;
      if (isValue) found.push({ key: open.map(({ name }) => name).join(separator), offset: offset + indent });
    }
    offset += content.length + 1;
  }
  return found;
}
