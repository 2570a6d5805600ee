import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../root.mts';

interface Cli {
  readonly run: (argv: readonly string[], terminal: object) => Promise<number>;
}

/** The manual page of `quarry` (section 1), from the help of the compiled command line: the front page, then commands. */
export async function manPage(): Promise<string> {
  const load = createRequire(path.join(ROOT, 'apps/cli/dist/main.js'));
  load('reflect-metadata');
  const { run } = load('./program.js') as Cli;
  const { COMMANDS } = load('./command-table.js') as {
    readonly COMMANDS: Readonly<
      Record<string, readonly { readonly name: string; readonly summary: string }[]>
    >;
  };
  const { Terminal } = load('./terminal.js') as { readonly Terminal: new () => { out(text: string): void } };
  const help = async (argv: readonly string[]): Promise<string> => {
    let text = '';
    const terminal = new (class extends Terminal {
      listen(): void {
        return;
      }
      override out(more: string): void {
        text += more;
      }
    })();
    if ((await run(argv, terminal)) !== 0) throw new Error(`quarry ${argv.join(' ')} failed.`);
    return text;
  };
  const pages = [section('DESCRIPTION', await help(['--help']))];
  for (const { name } of Object.values(COMMANDS).flat())
    pages.push(section(`QUARRY ${name.toUpperCase()}`, await help(['help', name])));
  return `.TH QUARRY 1\n.SH NAME\nquarry \\- answers questions about code and documents, with citations\n${pages.join('')}`;
}

/** Text as it is: lines that roff would read as requests start with a zero-width character. */
function section(title: string, text: string): string {
  const escaped = text
    .trimEnd()
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
  return `.SH "${title}"\n.nf\n${escaped}\n.fi\n`;
}
