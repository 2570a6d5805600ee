/** A package that a manifest names. */
export interface NamedPackage {
  readonly name: string;
  /** The manifest is that of this package; otherwise it needs it. */
  readonly isProvided: boolean;
  /** Where the manifest names it. */
  readonly offset: number;
}

/** How the manifests of an ecosystem name packages. A new one is an entry here, and a case of its spec. */
export interface Manifest {
  readonly ecosystem: string;
  readonly files: RegExp;
  read(text: string, path: string): readonly NamedPackage[];
}

/** A name of PyPI at the beginning of a requirement. */
const REQUIREMENT =
  /^[ \t]*(?<name>[A-Za-z][\w.-]{0,100})[ \t]*(?:\[[^\]\n]{0,100}\])?[ \t]*(?:[<>=!~;@#]|$)/gm;

export const MANIFESTS: readonly Manifest[] = [
  { ecosystem: 'npm', files: /(?:^|\/)package\.json$/, read: packageJson },
  { ecosystem: 'pypi', files: /(?:^|\/)pyproject\.toml$/, read: pyproject },
  {
    ecosystem: 'pypi',
    files:
      /(?:^|\/)(?:requirements[\w.-]{0,40}|[\w-]{0,40}requirements|requirements\/[\w.-]{1,40})\.(?:txt|in)$/,
    read: (text) => needed(text, REQUIREMENT),
  },
  {
    ecosystem: 'pypi',
    files: /(?:^|\/)setup\.(?:py|cfg)$/,
    read: (text) => provided(text, /^[ \t]{0,8}name[ \t]*=[ \t]*["']?(?<name>[A-Za-z][\w.-]{0,100})/m),
  },
  {
    ecosystem: 'go',
    files: /(?:^|\/)go\.mod$/,
    read: (text) => [
      ...provided(text, /^module[ \t]+"?(?<name>[^\s"]{1,200})/m),
      ...needed(text, /^(?:[ \t]+|require[ \t]+)(?<name>[\w-]+\.[^\s"]{1,200})[ \t]+v\d/gm),
    ],
  },
  {
    ecosystem: 'nuget',
    files: /\.csproj$/,
    read: (text, path) => [
      ...either(
        provided(text, /<(?:PackageId|AssemblyName|RootNamespace)>\s{0,9}(?<name>[\w.]{1,200})/),
        path.slice(path.lastIndexOf('/') + 1).replace(/\.csproj$/, ''),
      ),
      ...needed(text, /<PackageReference\s{1,9}Include="(?<name>[\w.-]{1,200})"/g),
    ],
  },
  {
    ecosystem: 'nuget',
    files: /(?:^|\/)packages\.config$/,
    read: (text) => needed(text, /<package\s{1,9}id="(?<name>[\w.-]{1,200})"/g),
  },
  { ecosystem: 'maven', files: /(?:^|\/)pom\.xml$/, read: pom },
  {
    ecosystem: 'maven',
    files: /(?:^|\/)build\.gradle(?:\.kts)?$/,
    read: (text) =>
      needed(
        text,
        /\b(?:implementation|api|compileOnly|runtimeOnly|testImplementation)[ \t(]{1,9}["'](?<name>[\w.-]{1,100}:[\w.-]{1,100})/g,
      ),
  },
];

/** Whether a file is read for what it offers and takes, though it has no definitions. */
export function isManifestOfPackages(path: string): boolean {
  return MANIFESTS.some(({ files }) => files.test(path));
}

function needed(text: string, pattern: RegExp, offset = 0): readonly NamedPackage[] {
  return [...text.matchAll(pattern)].map(({ index, 0: all, groups: { name = '' } = {} }) => ({
    ...{ name, isProvided: false, offset: offset + index + Math.max(0, all.indexOf(name)) },
  }));
}

function provided(text: string, pattern: RegExp, offset = 0): readonly NamedPackage[] {
  const match = pattern.exec(text);
  const name = match?.groups?.name;
  return match && name !== undefined
    ? [{ name, isProvided: true, offset: offset + match.index + match[0].lastIndexOf(name) }]
    : [];
}

function either(stated: readonly NamedPackage[], name: string): readonly NamedPackage[] {
  return stated.length > 0 ? stated : [{ name, isProvided: true, offset: 0 }];
}

function packageJson(text: string): readonly NamedPackage[] {
  const fields = readJson(text);
  if (!fields) return [];
  const at = (name: string): number => text.indexOf(JSON.stringify(name));
  const of = (field: string): readonly NamedPackage[] =>
    Object.keys(asObject(fields[field])).map((name) => ({ name, isProvided: false, offset: at(name) }));
  const { name } = fields;
  return [
    ...(typeof name === 'string' ? [{ name, isProvided: true, offset: at(name) }] : []),
    ...['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap(of),
  ];
}

function readJson(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // The reader of the manifest reports it.
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** `[project]` of PEP 621, its lists of requirements, and the tables of Poetry. */
function pyproject(text: string): readonly NamedPackage[] {
  return sectionsOf(text).flatMap(({ title, body, offset }) => {
    if (title === 'project')
      return [
        ...provided(body, /^name[ \t]*=[ \t]*["'](?<name>[\w.-]{1,100})/m, offset),
        ...listOf(body, 'dependencies', offset),
      ];
    if (title === 'project.optional-dependencies' || title === 'dependency-groups')
      return needed(body, /["'](?<name>[A-Za-z][\w.-]{0,100})/g, offset);
    if (title === 'tool.poetry')
      return provided(body, /^name[ \t]*=[ \t]*["'](?<name>[\w.-]{1,100})/m, offset);
    if (/^tool\.poetry\.(?:group\.[\w-]+\.)?(?:dev-)?dependencies$/.test(title))
      return needed(body, /^(?<name>[A-Za-z][\w.-]{0,100})[ \t]*=/gm, offset).filter(
        ({ name }) => name !== 'python',
      );
    return [];
  });
}

function sectionsOf(
  text: string,
): readonly { readonly title: string; readonly body: string; readonly offset: number }[] {
  const heads = [...text.matchAll(/^\[(?<title>[\w.-]{1,200})\][ \t]*$/gm)];
  return heads.map(({ index, 0: head, groups: { title = '' } = {} }, at) => {
    const offset = index + head.length;
    return { title, offset, body: text.slice(offset, heads[at + 1]?.index ?? text.length) };
  });
}

function listOf(body: string, field: string, offset: number): readonly NamedPackage[] {
  const start = new RegExp(`^${field}[ \\t]*=[ \\t]*\\[`, 'm').exec(body);
  if (!start) return [];
  const end = /^[ \t]*\]|\][ \t]*$/m.exec(body.slice(start.index + start[0].length));
  const from = start.index + start[0].length;
  const list = body.slice(from, end ? from + end.index : body.length);
  return needed(list, /["'](?<name>[A-Za-z][\w.-]{0,100})[^"'\n]{0,200}["']/g, offset + from);
}

/** `groupId:artifactId` of the project, that of its parent where it has no group, and of its dependencies. */
function pom(text: string): readonly NamedPackage[] {
  const dependencies = [...text.matchAll(/<dependency>(?<body>[^]{0,2000}?)<\/dependency>/g)].flatMap(
    ({ index, groups: { body = '' } = {} }): readonly NamedPackage[] => {
      const name = coordinates(body);
      return name === null ? [] : [{ name, isProvided: false, offset: index }];
    },
  );
  const head = text.replace(/<(dependencies|dependencyManagement|build|profiles|modules)>[^]*?<\/\1>/g, '');
  const parent = /<parent>(?<body>[^]{0,2000}?)<\/parent>/.exec(head)?.groups?.body ?? '';
  const own = coordinates(head.replace(/<parent>[^]{0,2000}?<\/parent>/, ''), tag(parent, 'groupId'));
  return [
    ...(own === null ? [] : [{ name: own, isProvided: true, offset: text.indexOf('<artifactId>') }]),
    ...dependencies,
  ];
}

function coordinates(body: string, group?: string): string | null {
  const [groupId, artifactId] = [tag(body, 'groupId') ?? group, tag(body, 'artifactId')];
  return groupId === undefined || artifactId === undefined ? null : `${groupId}:${artifactId}`;
}

function tag(body: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s{0,20}([\\w.-]{1,200})`).exec(body)?.[1];
}
