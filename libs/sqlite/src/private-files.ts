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

/** Rights of the group and of others. */
const FOR_OTHERS = 0o077;
const STICKY = 0o1000;
const FOLDER = 0o700;
const FILE = 0o600;

/** Beside a database: the log of what is being written, and its verified state. They are made with the rights of the database. */
const LOGS = ['-wal', '-shm', '-journal', '-verified'];

/** What Quarry makes in a data folder and below; anything else is somebody else's. */
const OWN =
  /^(?:.+\.(?:db|lock)(?:\.damaged-[\dTZ]+)?(?:-wal|-shm|-journal|-verified)?|workspace\.json(?:\.new)?|secrets\.key(?:\.\d+\.[0-9a-f]+)?|\.gitignore|search|graph)$/;

/**
 * Makes a folder that its owner alone may read, whatever the umask. One that is there is tightened where it is this user's and holds nothing but what
 * Quarry makes: another may be shared with somebody.
 */
export function makePrivateFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: FOLDER }) !== undefined) {
    // The umask may have taken rights that the owner needs.
    setRights(folder, FOLDER);
    return;
  }
  const found = statSync(folder);
  const shared = (found.mode & STICKY) !== 0 || !readdirSync(folder).every((name) => OWN.test(name));
  if (isOpen(found) && !shared) setRights(folder, FOLDER);
}

/** Makes an empty file that its owner alone may read, with its folder; one that is there keeps its content, and is tightened with its logs. */
export function makePrivateFile(file: string): void {
  makePrivateFolder(dirname(file));
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) {
    closeSync(openSync(file, 'a', FILE));
    setRights(file, FILE);
  } else if (found.isFile() && isOpen(found))
    for (const name of ['', ...LOGS]) if (existsSync(file + name)) setRights(file + name, FILE);
}

/** Some file systems have no rights to set: what is stored there is no less of use. */
function setRights(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    return;
  }
}

/** May others use what this user owns? On Windows there are no such rights. */
function isOpen({ mode, uid }: Stats): boolean {
  return process.platform !== 'win32' && (mode & FOR_OTHERS) !== 0 && uid === process.geteuid?.();
}
