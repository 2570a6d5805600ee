import { t } from '../../../../language/messages';
/** A file that was dropped or chosen. */
export interface PickedFile {
  /** With the folders below what was dropped, `/` as separator. */
  readonly path: string;
  readonly file: File;
}

/** Files to upload together, and what to call them: `shop.zip`, or `shop` for a folder. */
export interface Picked {
  readonly name: string;
  readonly files: readonly PickedFile[];
}

/** Folders that are never indexed, so that their files need not be sent. */
const FOREIGN = new Set(['.git', 'node_modules', '.quarry', 'dist']);

/** Files of an upload, at most. */
const MOST_FILES = 20_000;

/** What the fields for files and folders contain; null if nothing was chosen. */
export function pickedIn(list: FileList | null): Picked | null {
  return pickedOf([...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * What was dropped, with the contents of folders; null if it is not from the file system.
 * @throws Error if a file cannot be read, or there are too many
 */
export async function pickedFrom(dropped: DataTransfer): Promise<Picked | null> {
  // The list is empty after the first wait.
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Not every program that files are dragged from offers them as entries.
  if (entries.length === 0) return pickedIn(dropped.files);
  const files: PickedFile[] = [];
  for (const entry of entries) await collect(entry, files);
  return pickedOf(files);
}

function pickedOf(all: readonly PickedFile[]): Picked | null {
  const files = all.filter(({ path }) => !isForeign(path));
  const [first] = files;
  if (!first) return null;
  const outer = first.path.split('/')[0] ?? '';
  const isFolder = files.every(({ path }) => path.startsWith(`${outer}/`));
  return { name: files.length === 1 || isFolder ? outer : 'files', files };
}

function isForeign(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((part) => FOREIGN.has(part));
}

async function collect(entry: FileSystemEntry, into: PickedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isForeign(`${path}/`)) return;
  if (into.length >= MOST_FILES)
    throw new Error(
      t('More than {most} files were dropped. Pack them into one archive.', { most: MOST_FILES }),
    );
  if (entry.isFile) {
    into.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // Each call returns some of the entries, the last one none.
  for (let some = await read(reader); some.length > 0; some = await read(reader))
    for (const each of some) await collect(each, into);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, (error) => {
      reject(
        new Error(t('{path} cannot be read: {reason}', { path: entry.fullPath, reason: error.message })),
      );
    });
  });
}

function read(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  return new Promise((resolve, reject) => {
    reader.readEntries(resolve, (error) => {
      reject(new Error(t('A dropped folder cannot be read: {reason}', { reason: error.message })));
    });
  });
}
