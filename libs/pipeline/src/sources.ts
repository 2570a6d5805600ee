import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, posix, resolve, sep } from 'node:path';
import { compareText, type Report } from './problem';
import { YAML_LIMITS } from './yaml/read';

/**
 * The files of pipelines. Paths have `/` as separator. `roots` are the folders that `extends` may not leave; the root
 * `''` stands for all relative paths.
 */
export interface PipelineSources {
  readonly roots: readonly string[];
  /** Path → text, of every YAML and Markdown file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Name of the file that makes a folder a pipeline. */
export const PIPELINE_FILE = 'pipeline.yaml';

const MAX_DEPTH = 4;
const MAX_FILES = 2_000;

/** Reads the YAML and Markdown files below `folders`. A folder may be a pipeline itself or contain pipelines. */
export function readFolders(folders: readonly string[], report: Report): PipelineSources {
  const files = new Map<string, string>();
  const roots = folders.map((folder) => slashed(resolve(folder)));
  for (const root of roots) {
    try {
      readFolder(root, realpathSync(root), 0, files);
    } catch (error) {
      report.error({ file: root, line: 1, column: 1 }, `cannot be read: ${reason(error)}`);
    }
    if (files.size > MAX_FILES) {
      report.error(
        { file: root, line: 1, column: 1 },
        `holds more than ${MAX_FILES} YAML and Markdown files`,
      );
    }
  }
  return { roots, files };
}

function readFolder(folder: string, realRoot: string, depth: number, files: Map<string, string>): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) readFolder(path, realRoot, depth + 1, files);
    } else if (/\.(yaml|yml|md)$/.test(entry.name) && files.size <= MAX_FILES) {
      // A link is followed only to a file below the root: mounted configuration consists of such links.
      if (entry.isSymbolicLink() && !isLinkInside(path, realRoot)) continue;
      files.set(path, readStart(path));
    }
  }
}

function isLinkInside(path: string, realRoot: string): boolean {
  try {
    const target = realpathSync(path);
    return target.startsWith(realRoot + sep) && statSync(target).isFile();
  } catch {
    return false;
  }
}

/**
 * The start of the file, with one byte more than the limit, so that the cost of refusing a file does not depend on its
 * size.
 */
function readStart(path: string): string {
  const buffer = Buffer.alloc(YAML_LIMITS.bytes + 1);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(file, buffer, length, buffer.length - length, null);
    }
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

/** The system's error code, such as ENOENT. Its message would repeat the path of the problem. */
function reason(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}

function slashed(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}

/** Folder of a file, `''` for a file without one. */
export function folderOf(file: string): string {
  const folder = posix.dirname(file);
  return folder === '.' ? '' : folder;
}

/**
 * Resolves `name`, as written in a file of `folder`, to a path.
 * @returns undefined if it is absolute or leaves every one of `roots`
 */
export function resolveInside(folder: string, name: string, roots: readonly string[]): string | undefined {
  if (isAbsolute(name) || name.includes('\\') || name.includes('\0') || /^[A-Za-z]:/.test(name))
    return undefined;
  const path = posix.join(folder, name);
  return roots.some((root) => isInside(root, path)) ? path : undefined;
}

function isInside(root: string, path: string): boolean {
  if (root === '') return path !== '..' && !path.startsWith('../') && !path.startsWith('/');
  return path.startsWith(root.endsWith('/') ? root : `${root}/`);
}
