import { openDocumentReader } from '../reader/document-reader';
import { SOURCES } from './reading';

/** A process that reads one file and does not close its reader. */
async function main(path: string): Promise<void> {
  const loaded = await openDocumentReader(SOURCES).read(path, 'pdf');
  process.exitCode = loaded.kind === 'document' ? 0 : 1;
}

void main(process.argv[2] ?? '');
