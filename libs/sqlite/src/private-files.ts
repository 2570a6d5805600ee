import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';

/** Permissions of the group and of others. */
const FOR_OTHERS = 0o077;
const STICKY = 0o1000;
const FOLDER = 0o700;
const FILE = 0o600;

/**
 * Files next to a database: logs of writes in progress, and its verified state. They get the permissions of the
 * database.
 */
const LOGS = ['-wal', '-shm', '-journal', '-verified'];

/** Files that Quarry creates in a data folder and below; anything else belongs to someone else. */
const OWN =
  /^(?:.+\.(?:db|lock)(?:\.damaged-[\dTZ]+)?(?:-wal|-shm|-journal|-verified)?|workspace\.json(?:\.new)?|secrets\.key(?:\.\d+\.[0-9a-f]+)?|\.gitignore|search|graph)$/;

/**
 * Creates a folder that only its owner can read, for any umask. An existing folder is restricted if it belongs to this
 * user and contains nothing but Quarry's files; any other folder may be shared deliberately.
 */
export function makePrivateFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: FOLDER }) !== undefined) {
    // The umask may have removed permissions that the owner needs.
    setRights(folder, FOLDER);
    return;
  }
  const found = statSync(folder);
  const shared = (found.mode & STICKY) !== 0 || !readdirSync(folder).every((name) => OWN.test(name));
  if (isOpen(found) && !shared) setRights(folder, FOLDER);
}

/**
 * Creates an empty file that only its owner can read, and its folder. An existing file keeps its content, and is
 * restricted together with its logs.
 */
export function makePrivateFile(file: string): void {
  makePrivateFolder(dirname(file));
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) {
    closeSync(openSync(file, 'a', FILE));
    setRights(file, FILE);
  } else if (found.isFile() && isOpen(found))
    for (const name of ['', ...LOGS]) if (existsSync(file + name)) setRights(file + name, FILE);
}

/** Some file systems have no permissions: their files are usable all the same. */
function setRights(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    return;
  }
}

/** Whether other users can access this user's files. Windows has no such permissions. */
function isOpen({ mode, uid }: Stats): boolean {
  return process.platform !== 'win32' && (mode & FOR_OTHERS) !== 0 && uid === process.geteuid?.();
}
