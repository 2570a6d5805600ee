import { keysOfFile } from './config-files';
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

/** Adds the keys that a file of configuration states, or those that code reads. */
export function configFacts(found: Found): void {
  const { path, language } = found.facts;
  const { stated, read } = keysOfFile(path, found.text);
  for (const { key, offset } of stated) {
    if (found.isComment(offset)) continue;
    const line = found.lineAt(offset);
    found.node(configKey(key), 'CONFIG_KEY', key, line);
    found.edge(found.file, configKey(key), 'DEFINES', line);
  }
  for (const { key, offset } of read)
    if (!found.isComment(offset)) found.edge(found.file, configKey(key), 'READS_FROM', found.lineAt(offset));
  for (const { languages, pattern, prefix = '' } of READS) {
    if (!languages.includes(language)) continue;
    for (const { index, groups: { key = '' } = {} } of found.text.matchAll(pattern)) {
      if (found.isComment(index)) continue;
      const line = found.lineAt(index);
      found.edge(found.statedBy(line), configKey(`${prefix}${key}`), 'READS_FROM', line);
    }
  }
}

/** `A__B` of an environment variable is `A:B` of a file. */
function configKey(key: string): string {
  return `config:${key.replaceAll('__', ':')}|CONFIG_KEY`;
}
