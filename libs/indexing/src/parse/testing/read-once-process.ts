import { openReaders } from '../../readers';

/** A process that reads one file and does not close its readers. The hook lets the thread run the sources. */
async function main(hook: string): Promise<void> {
  const readers = openReaders({ execArgv: ['--conditions=quarry-source', '-r', hook] });
  const facts = await readers.extractFor('a.cs')?.('a.cs', 'class A { }');
  process.exitCode = facts?.nodes.length === 2 ? 0 : 1;
}

void main(process.argv[2] ?? '');
