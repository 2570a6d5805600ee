import { join } from 'node:path';
import { openDocumentReader } from '../reader/document-reader';
import { SOURCES } from './reading';

/**
 * A process that reads one file and does not close its reader. It runs without the optional canvas, whose absence makes
 * PDF.js warn.
 */
async function main(path: string): Promise<void> {
  const execArgv = [...SOURCES.execArgv, '-r', join(__dirname, 'without-canvas.cjs')];
  const loaded = await openDocumentReader({ execArgv }).read(path, 'pdf');
  process.exitCode = loaded.kind === 'document' ? 0 : 1;
}

void main(process.argv[2] ?? '');
