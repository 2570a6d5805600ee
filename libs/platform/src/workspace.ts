import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFile } from '@quarry/sqlite';
import { Fault, repositoryOwner, SHARED_TENANT, snapshotSet, type SnapshotRef } from '@quarry/turn';

/** The default snapshot of a data folder, for questions that name none. */
export interface Workspace extends SnapshotRef {
  /** Absolute path of the indexed folder or file, or null for an import. */
  readonly root: string | null;
}

const FILE = 'workspace.json';

/** Null if nothing was indexed. @throws Fault `index_damaged`; `store_unavailable` if this user cannot read it */
export async function readWorkspace(dataDir: string): Promise<Workspace | null> {
  let text: string;
  try {
    text = await readFile(join(dataDir, FILE), 'utf8');
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
    if (code !== 'EACCES' && code !== 'EPERM') return null;
    throw new Fault(
      'store_unavailable',
      `The data folder ${dataDir} cannot be read (${code}): it belongs to another user. Work as that user, or name another: --data FOLDER.`,
      { cause },
    );
  }
  try {
    return JSON.parse(text) as Workspace;
  } catch (cause) {
    throw new Fault(
      'index_damaged',
      `${join(dataDir, FILE)} is not readable. Index again: quarry index PATH.`,
      { cause },
    );
  }
}

/** Writes the file atomically. */
export async function writeWorkspace(dataDir: string, workspace: Workspace): Promise<void> {
  const file = join(dataDir, FILE);
  makePrivateFile(`${file}.new`);
  await writeFile(`${file}.new`, `${JSON.stringify(workspace, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/** Resolves the snapshot that a pipeline's settings select. */
export class SnapshotResolver {
  constructor(
    private readonly dataDir: string,
    private readonly repository?: string,
  ) {}

  /** The setting, if it is one name: a list or a pattern of names is for questions. */
  private get ofOne(): string | undefined {
    return /[*,]/.test(this.repository ?? '') ? undefined : this.repository;
  }

  /** @throws Fault `index_missing` if nothing was indexed and the pipeline names no repository */
  async resolve(settings: {
    readonly repository: string;
    readonly active_index: string;
    /** The snapshots that a turn is about, where they are several. */
    readonly scope?: readonly SnapshotRef[];
  }): Promise<SnapshotRef> {
    const [first, ...others] = settings.scope ?? [];
    if (first) return snapshotSet([first, ...others]);
    const named = settings.repository || this.ofOne;
    if (named) return { repository: named, snapshot: settings.active_index };
    const workspace = await readWorkspace(this.dataDir);
    // A tenant's repository is never the default.
    if (!workspace || repositoryOwner(workspace.repository).tenant !== SHARED_TENANT) {
      throw new Fault(
        'index_missing',
        `Nothing is indexed in ${this.dataDir} yet. Index a code base first: quarry index PATH.`,
      );
    }
    const snapshot = settings.active_index === 'current' ? workspace.snapshot : settings.active_index;
    return { repository: workspace.repository, snapshot };
  }
}
