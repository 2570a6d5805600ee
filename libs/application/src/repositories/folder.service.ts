import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, isInside, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import { RepositoryService } from './repository.service';

/** Folders of the system, which contain no sources, or no files at all. */
const SYSTEM = [
  '/proc',
  '/sys',
  '/dev',
  '/run',
  '/boot',
  '/etc',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/usr',
  '/var',
];

/** Most folders in a list. */
const MOST = 500;

/** A folder and what is in it, for a person who chooses one to index. */
export interface FolderList {
  readonly path: string;
  /** The folder above; null at the top. */
  readonly parent: string | null;
  /** Whether this folder itself can be chosen. */
  readonly mayBeChosen: boolean;
  /** Folders below, by name. Names that start with a dot are left out. */
  readonly folders: readonly {
    readonly name: string;
    readonly path: string;
    readonly isRepository: boolean;
  }[];
}

/** Shows the folders of this machine to the owner of the gateway, and keeps which of them may be indexed. */
@Injectable()
export class FolderService {
  constructor(
    @Inject(CONFIG) private readonly config: QuarryConfig,
    @Inject(RepositoryService) private readonly repositories: RepositoryService,
  ) {}

  /**
   * Lists a folder; by default the home folder, or the first one above it that has folders to choose from.
   * @throws Fault `bad_request` for a path that is not absolute and plain, or without a folder; `source_forbidden`
   */
  async list(wanted?: string): Promise<FolderList> {
    const path = await this.checked(wanted ?? homedir());
    const data = await this.dataFolder();
    const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
      throw notFound(path, cause);
    });
    // Links are left out: they could lead to a folder that may not be chosen.
    const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
    const sorted = names.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'));
    const folders = sorted
      .map((name) => ({ name, path: join(path, name) }))
      .filter((folder) => !isSystem(folder.path) && folder.path !== data)
      .slice(0, MOST);
    const parent = dirname(path) === path ? null : dirname(path);
    if (wanted === undefined && folders.length === 0 && parent !== null) return this.list(parent);
    return {
      path,
      parent,
      mayBeChosen: mayBeChosen(path),
      folders: await Promise.all(
        folders.map(async (folder) => ({ ...folder, isRepository: await hasGit(folder.path) })),
      ),
    };
  }

  /**
   * Allows indexing jobs of this installation to read a folder from now on. Returns its path without symbolic links.
   * @throws Fault as {@link list}
   */
  async choose(wanted: string): Promise<string> {
    const path = await this.checked(wanted);
    if (!mayBeChosen(path)) throw forbidden(path);
    await this.repositories.registry.allowFolder(path);
    return path;
  }

  /** The path with its links resolved, if its owner may choose it. */
  private async checked(wanted: string): Promise<string> {
    if (!isAbsolute(wanted) || normalize(wanted) !== wanted || wanted.includes('\0'))
      throw new Fault('bad_request', 'The path must be absolute, without `..`, `.` or empty parts.');
    const path = await realpath(wanted).catch((cause: unknown) => {
      throw notFound(wanted, cause);
    });
    const data = await this.dataFolder();
    for (const each of [wanted, path])
      if (hasDotFolder(each) || isSystem(each) || isInside(data, each)) throw forbidden(wanted);
    return path;
  }

  /** Quarry's own data. */
  private dataFolder(): Promise<string> {
    return realpath(this.config.dataDir).catch(() => this.config.dataDir);
  }
}

/** Not the home folder or one above it: it holds the keys and settings of all programs. */
function mayBeChosen(path: string): boolean {
  return !isInside(path, homedir());
}

/** Dot-folders hold keys, tokens and settings: `.ssh`, `.aws`, `.config`. */
function hasDotFolder(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.'));
}

function isSystem(path: string): boolean {
  return SYSTEM.some((folder) => isInside(folder, path));
}

async function hasGit(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): readonly string[] => []);
  return names.includes('.git');
}

function notFound(path: string, cause: unknown): Fault {
  return new Fault('bad_request', `There is no folder at ${path.slice(0, 300)}, or Quarry may not read it.`, {
    cause,
  });
}

function forbidden(path: string): Fault {
  return new Fault(
    'source_forbidden',
    `${path.slice(0, 300)} cannot be chosen: it is a whole home folder, a hidden folder, a folder of the system, or Quarry's own data. \`quarry index PATH\` can read it.`,
  );
}
