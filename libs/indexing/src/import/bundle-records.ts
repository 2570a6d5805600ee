import { trimEndOf } from '@quarry/turn';
import { type BundleFiles, invalidBundle, safePath } from './bundle-files';
import { AclTags, type StatedGroups } from './acl-tags';
import { readCsv } from './csv';

/** One C# member, or a part of one. */
export interface CodeRecord {
  /** `17` or `C0001`: dependencies refer to it. */
  readonly id: string;
  readonly path: string;
  readonly className: string;
  readonly member: string;
  /** `Method`, `Constructor`, `Property`, `Operator`; `''` if unknown. */
  readonly type: string;
  readonly signature: string;
  readonly typeFqn: string;
  readonly text: string;
}

/** A body: a SQL object, an entity class, a migration, SQL inside C#. */
export interface BodyRecord {
  /** In any of the key styles. */
  readonly key: string;
  readonly kind: string;
  readonly schema: string;
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

export interface EdgeRecord {
  readonly from: string;
  readonly to: string;
  readonly relation: string;
}

export interface BundleMeta {
  readonly branch: string;
  readonly headSha: string;
  readonly repositoryRoot: string;
}

export interface BundleRecords {
  readonly meta: BundleMeta;
  readonly code: readonly CodeRecord[];
  readonly bodies: readonly BodyRecord[];
  readonly edges: readonly EdgeRecord[];
  /** Who may read, by path: a list of groups for each different `AclTags` of the records of the file. */
  readonly stated: StatedGroups;
  readonly problems: readonly string[];
}

/**
 * Reads all records of a bundle. Invalid records are left out and reported. @throws Fault `import_invalid` if it
 * contains nothing
 */
export function readRecords({ texts }: BundleFiles): BundleRecords {
  const problems: string[] = [];
  const find = (...ends: readonly string[]): [string, string] | undefined =>
    ends.flatMap((end) => [...texts].filter(([path]) => path === end || path.endsWith(`/${end}`)))[0];

  const meta = readMeta(find('repo_meta.json'), problems);
  const chunks = find('regular_code_bundle/chunks.json', 'code/chunks.json', 'chunks.json');
  const jsonl = find('sql_bodies.jsonl');
  const nodes = find('graph/nodes.csv');
  if (!chunks && !jsonl && !nodes) throw invalidBundle('no chunks.json and no sql_bodies.jsonl was found');

  const acl = new AclTags(problems);
  const code = chunks ? readCode(chunks, meta, problems, acl) : [];
  const bodies = [
    ...(jsonl ? readBodies(jsonl, meta, problems, acl) : []),
    ...(nodes ? readNodes(nodes, texts, meta, problems) : []),
  ];
  if (!nodes) problems.push('graph/nodes.csv is missing: nodes are taken from the bodies and the code');
  const edges = [
    ...readDependencies(find('regular_code_bundle/dependencies.json', 'dependencies.json'), problems),
    ...readEdges(find('graph/edges.csv'), problems),
  ];
  if (code.length === 0 && bodies.length === 0)
    throw invalidBundle('the bundle contains no code and no bodies');
  return { meta, code, bodies: firstOfEachKey(bodies), edges, stated: acl.stated, problems };
}

type Json = Readonly<Record<string, unknown>>;

function readMeta(file: [string, string] | undefined, problems: string[]): BundleMeta {
  const json = file ? parse(file, problems) : undefined;
  if (!isObject(json))
    problems.push('repo_meta.json is missing or unreadable: branch and commit are not known');
  const meta = isObject(json) ? json : {};
  const [branch, headSha] = [text(meta, 'Branch'), text(meta, 'HeadSha', 'HeadSHA', 'head_sha')];
  return { branch, headSha, repositoryRoot: text(meta, 'RepositoryRoot').replaceAll('\\', '/') };
}

function readCode(file: [string, string], meta: BundleMeta, problems: string[], acl: AclTags): CodeRecord[] {
  const json = parse(file, problems);
  if (!Array.isArray(json)) throw invalidBundle(`${file[0]} is not a JSON list of chunks`);
  return json.flatMap((item: unknown, i): CodeRecord[] => {
    const body = isObject(item) ? text(item, 'Text') : '';
    if (!isObject(item) || body.trim() === '') {
      problems.push(`${file[0]}: chunk ${i + 1} has no text, left out`);
      return [];
    }
    const id = text(item, 'Id') || `#${i + 1}`;
    const written = text(item, 'RepoRelativePath') || text(item, 'File');
    const where = `${file[0]}: chunk ${id}`;
    const path = relativePath(written, meta, where, problems);
    acl.add(path, item, where);
    return [
      {
        id,
        path,
        className: text(item, 'Class'),
        member: text(item, 'Member'),
        type: text(item, 'Type'),
        signature: text(item, 'Signature'),
        typeFqn: text(item, 'TypeFqn'),
        text: body,
      },
    ];
  });
}

function readBodies(
  file: [string, string],
  meta: BundleMeta,
  problems: string[],
  acl: AclTags,
): BodyRecord[] {
  return file[1].split('\n').flatMap((line, i): BodyRecord[] => {
    if (line.trim() === '') return [];
    const where = `${file[0]}:${i + 1}`;
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      // Reported below, with records that have no key.
    }
    const key = isObject(json) ? text(json, 'key') : '';
    if (!isObject(json) || key === '') {
      problems.push(`${where}: not a JSON record with a key, left out`);
      return [];
    }
    const [kind, schema, name] = [text(json, 'kind'), text(json, 'schema'), text(json, 'name')];
    const path = relativePath(text(json, 'file', 'sourcePath'), meta, where, problems);
    acl.add(path, json, where);
    return [{ key, kind, schema, name, path, text: text(json, 'body', 'text') }];
  });
}

function readNodes(
  file: [string, string],
  texts: ReadonlyMap<string, string>,
  meta: BundleMeta,
  problems: string[],
): BodyRecord[] {
  const root = file[0].slice(0, -'graph/nodes.csv'.length);
  return readCsv(file[1]).flatMap((row, i): BodyRecord[] => {
    const at = (name: string): string => row.get(name) ?? '';
    const where = `${file[0]}: row ${i + 2}`;
    if (at('key') === '') {
      problems.push(`${where}: no key, left out`);
      return [];
    }
    const bodyPath = safePath(at('body_path')) ?? '';
    const body = texts.get(`${root}${bodyPath}`) ?? texts.get(bodyPath) ?? '';
    if (bodyPath !== '' && body === '') problems.push(`${where}: its body ${bodyPath} is missing`);
    const path = relativePath(at('file'), meta, where, problems);
    return [{ key: at('key'), kind: at('kind'), schema: at('schema'), name: at('name'), path, text: body }];
  });
}

function readDependencies(file: [string, string] | undefined, problems: string[]): EdgeRecord[] {
  const json = file ? parse(file, problems) : undefined;
  if (!isObject(json)) {
    problems.push('dependencies.json is missing or unreadable: no calls between C# members');
    return [];
  }
  return Object.entries(json).flatMap(([from, to]) =>
    (Array.isArray(to) ? to : []).map((target: unknown) => ({ from, to: String(target), relation: 'calls' })),
  );
}

function readEdges(file: [string, string] | undefined, problems: string[]): EdgeRecord[] {
  if (!file) {
    problems.push('graph/edges.csv is missing: no edges between database objects');
    return [];
  }
  return readCsv(file[1]).flatMap((row, i) => {
    const [from, to] = [row.get('from') ?? '', row.get('to') ?? ''];
    if (from !== '' && to !== '') return [{ from, to, relation: row.get('relation') ?? '' }];
    problems.push(`${file[0]}: row ${i + 2} lacks one of its ends, left out`);
    return [];
  });
}

/** A path inside the repository. A path that points outside is reduced to its file name. */
function relativePath(written: string, meta: BundleMeta, where: string, problems: string[]): string {
  let path = written.replaceAll('\\', '/');
  const root = trimEndOf(meta.repositoryRoot, '/');
  if (root !== '' && path.toLowerCase().startsWith(`${root.toLowerCase()}/`))
    path = path.slice(root.length + 1);
  const safe = safePath(path);
  if (safe !== undefined && safe !== '') return safe;
  const name = path.split('/').findLast((part) => part !== '' && part !== '..') ?? 'unknown';
  problems.push(
    `${where}: ${written === '' ? 'no path' : 'its path points outside the repository'}, named ${name}`,
  );
  return name;
}

/** The first record of each key; a record with a body replaces one without. */
function firstOfEachKey(records: readonly BodyRecord[]): BodyRecord[] {
  const byKey = new Map<string, BodyRecord>();
  for (const record of records) {
    const known = byKey.get(record.key);
    if (!known || (known.text === '' && record.text !== '')) byKey.set(record.key, record);
  }
  return [...byKey.values()];
}

function parse([path, content]: [string, string], problems: string[]): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    problems.push(`${path}: ${error instanceof Error ? error.message.slice(0, 200) : 'not JSON'}`);
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the fields with a value, as text; names are tried as given and in lower case. */
function text(json: Json, ...names: readonly string[]): string {
  for (const name of names.flatMap((n) => [n, n[0]!.toLowerCase() + n.slice(1), n.toLowerCase()])) {
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}
