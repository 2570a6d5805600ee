/** A key and where its name begins. */
interface KeyAt {
  readonly key: string;
  readonly offset: number;
}

/** How a file states configuration keys, and how it reads them. */
interface ConfigFile {
  readonly files: RegExp;
  read(text: string): readonly KeyAt[];
  /** Where it takes the value of a key: `$KEY` in a script. */
  readonly uses?: RegExp;
}

const KEY = '(?<key>[A-Z][A-Z0-9_]{1,100})';
/** A variable that a script, a makefile or a command sets: `KEY := 1`, `KEY=1 make`, `-e KEY=1`; no comparison. */
const ASSIGNED = `(?:^(?:export[ \\t]+|override[ \\t]+)?${KEY}[ \\t]*[:?+]{0,3}=|(?<=[\\s;&("'])${KEY}=)(?!=)`;
/** `ENV KEY value` and `ARG KEY` of a Dockerfile. */
const OF_IMAGE = `^[ \\t]*(?:ENV|ARG)[ \\t]+${KEY}\\b`;
/** `KEY: value`, or `- KEY=value`. */
const OF_YAML = `^[ \\t]+(?:-[ \\t]+)?["']?${KEY}["']?[ \\t]*[=:]`;
/** A variable that a script reads: `$KEY`, `${KEY:-1}`, `$(KEY)`, `${{ secrets.KEY }}`. */
const READ = new RegExp(`\\$(?:\\{\\{[ \\t]{0,4}(?:env|vars|secrets)\\.|[{(])?${KEY}\\b`, 'g');

/** A script, or a file that has scripts in it. */
function script(files: RegExp, ...stated: readonly string[]): ConfigFile {
  const pattern = new RegExp([ASSIGNED, ...stated].join('|'), 'gm');
  return { files, read: (text) => keysBy(text, pattern), uses: READ };
}

const PIPELINE = /\.github\/(?:workflows|actions)\/[\w./-]{1,120}|\.circleci\/[\w.-]{1,80}|action/;
const NAMED_PIPELINE =
  /\.?(?:gitlab-ci|travis|drone|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild)[\w.-]{0,40}/;

const CONFIG_FILES: readonly ConfigFile[] = [
  script(/(?:^|\/)(?:GNU)?[Mm]akefile(?:\.[\w-]{1,40})?$|\.mk$/),
  script(/(?:^|\/)(?:[\w.-]{1,40}\.)?(?:Docker|Container)file(?:\.[\w.-]{1,40})?$/, OF_IMAGE),
  script(/\.(?:ba|z|k)?sh$/),
  script(/(?:^|\/)(?:docker-)?compose(?:[.-][\w-]{1,40}){0,3}\.ya?ml$/, OF_YAML),
  script(new RegExp(`(?:^|/)(?:${PIPELINE.source}|${NAMED_PIPELINE.source})\\.ya?ml$`), OF_YAML),
  {
    files: /(?:^|\/)\.env(?:\.[\w.-]{1,40})?$/,
    read: (text) => keysBy(text, /^(?:export[ \t]+)?(?<key>[A-Z][A-Z0-9_]{1,100})[ \t]*=/gm),
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

/** The keys that a file of configuration states and reads, in the order of the text; none of any other file. */
export function keysOfFile(
  path: string,
  text: string,
): { readonly stated: readonly KeyAt[]; readonly read: readonly KeyAt[] } {
  const file = CONFIG_FILES.find(({ files }) => files.test(path));
  return { stated: file?.read(text) ?? [], read: file?.uses ? keysBy(text, file.uses) : [] };
}

function keysBy(text: string, pattern: RegExp): readonly KeyAt[] {
  return [...text.matchAll(pattern)].map(({ index, 0: all, groups: { key = '' } = {} }) => ({
    ...{ key, offset: index + Math.max(0, all.indexOf(key)) },
  }));
}

/** Keys of values in a file whose indentation shows what contains them, joined by `separator`. */
function indentedKeys(text: string, line: RegExp, separator: string): readonly KeyAt[] {
  const found: KeyAt[] = [];
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
