import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { Fault } from '@quarry/turn';

/** Arguments that open a file at a line, by the name of the editor. */
const AT_LINE: readonly (readonly [name: RegExp, args: (file: string, line: number) => readonly string[]])[] =
  [
    [
      /^(?:n?vim?|view|nano|pico|emacs|emacsclient|kak|micro|joe|mg|ne|ed)$/,
      (file, line) => [`+${line}`, file],
    ],
    [
      /^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/,
      (file, line) => ['--goto', `${file}:${line}`],
    ],
    [/^(?:subl|sublime_text|zed|hx|helix|atom)$/, (file, line) => [`${file}:${line}`]],
    [
      /^(?:idea|pycharm|webstorm|goland|rider|clion|phpstorm|rubymine)(?:\.sh)?$/,
      (file, line) => ['--line', String(line), file],
    ],
    [/^(?:kate|gedit|geany)$/, (file, line) => ['--line', String(line), file]],
  ];

/** The command that opens a line of a file: `['vim', '+12', '/src/tax.ts']`. Unknown editors open the file. */
export function editorCommand(
  editor: string,
  file: string,
  line: number,
): readonly [program: string, ...args: string[]] {
  // Options after the program are words: without a shell, nothing in them is interpreted.
  const [program = '', ...options] = editor.trim().split(/\s+/);
  const name = basename(program);
  // An argument that starts with a dash would be an option.
  const path = file.startsWith('-') ? `./${file}` : file;
  const at = AT_LINE.find(([names]) => names.test(name))?.[1](path, line) ?? [path];
  return [program, ...options, ...at];
}

/**
 * Opens a file in `VISUAL` or `EDITOR`, without a shell, and waits until the editor ends.
 * @throws Fault `bad_request` if none is set or it cannot be started
 */
export async function openInEditor(
  file: string,
  line: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const editor = [env['VISUAL'], env['EDITOR']].find((value) => value !== undefined && value.trim() !== '');
  if (editor === undefined)
    throw new Fault(
      'bad_request',
      `No editor is set. Set one, such as: export EDITOR=vim. The place is ${file}:${line}.`,
    );
  const [program, ...args] = editorCommand(editor, file, line);
  await new Promise<void>((done, failed) => {
    const child = spawn(program, args, { stdio: 'inherit', shell: false });
    child.on('error', (cause) => {
      failed(
        new Fault(
          'bad_request',
          `The editor '${program}' could not be started (${cause.message}). Check EDITOR.`,
          {
            cause,
          },
        ),
      );
    });
    child.on('close', () => {
      done();
    });
  });
}
