import { randomBytes } from 'node:crypto';

/** Identity of a graph node, `qualified.name|KIND`, e.g. `csharp:MyApp.InvoiceService|TYPE`, `dbo.Invoice|TABLE` (003 §5.1). */
export type NodeKey = string;

/** Kinds whose last two names say more than the last one: `Client.send`. */
const MEMBERS: ReadonlySet<string> = new Set(['METHOD', 'FIELD']);

/**
 * The full name in a key, without language, kind, overload mark and number: `python:a.B.c(int)|METHOD` is `a.B.c`, and
 * `c:main~12|FUNCTION`, the twelfth of that name, is `main`.
 */
export function nameInKey(key: NodeKey): string {
  const name = key
    .replace(/\|[A-Z_]+$/, '')
    .replace(/~\d{1,9}$/, '')
    .replace(/^[a-z]+:(?=[^:])/, '');
  const overload = name.endsWith(')') ? name.indexOf('(') : -1;
  return overload < 0 ? name : name.slice(0, overload);
}

/** What stands behind the repository in the names of what several repositories share. */
const SHARED: Readonly<Partial<Record<string, RegExp>>> = {
  ROUTE: /([A-Z]{3,7} …?\/.*)$/,
  REQUEST: /([A-Z]{3,7} …?\/.*)$/,
  PACKAGE: /(?:^|\/)(?:npm|pypi|go|nuget|maven|java)\/(.+)$/,
  CONFIG_KEY: /([^/]+)$/,
};

/**
 * The name in a key as code writes it: the last two parts for a member, the last one for a function or a type, and the
 * whole name of a file, a module, a database object, a route, a package or a configuration key.
 * @example
 * shortNameInKey('python:httpx._client.Client.send|METHOD');   // 'Client.send'
 */
export function shortNameInKey(key: NodeKey): string {
  const kind = /\|([A-Z_]+)$/.exec(key)?.[1] ?? '';
  const name = nameInKey(key);
  const shared = SHARED[kind]?.exec(name)?.[1];
  if (shared !== undefined) return shared.replace('#', '.');
  const isCode = /^[a-z]+:/.test(key) && kind !== 'FILE' && kind !== 'MODULE';
  if (!isCode) return name;
  const parts = name.slice(name.lastIndexOf('/') + 1).split('.');
  return parts.slice(MEMBERS.has(kind) ? -2 : -1).join('.');
}

/**
 * A full name without folders and repository; a route and a scoped package keep their slashes.
 * @example
 * withoutFolders('shop/src/pay.refund'); // 'pay.refund'
 * withoutFolders('shop/POST /v1/orders'); // 'POST /v1/orders'
 */
export function withoutFolders(name: string): string {
  const whole = /(?:^|\/)([A-Z]{3,7} …?\/.*|@[\w.-]{1,100}\/[^/]+)$/.exec(name)?.[1];
  return whole ?? name.slice(name.lastIndexOf('/') + 1);
}

/**
 * A new turn id: 26 lower-case characters, time-ordered, never all digits and without `:`,
 * because it becomes part of a BullMQ job id, which may be neither.
 */
export function newTurnId(now: number = Date.now()): string {
  return `t${now.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}

/** Which built index: a repository's name and one of its snapshots (003 `repository`, `active_index`). */
export interface SnapshotRef {
  readonly repository: string;
  readonly snapshot: string;
}

/** Files of one snapshot, as the stores name it. */
export interface SnapshotPaths extends SnapshotRef {
  readonly paths: readonly string[];
}
