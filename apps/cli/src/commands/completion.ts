import { Argument, type Command } from 'commander';
import { commandTree } from '../completion/command-tree';
import { SHELLS } from '../completion/shells';
import { withExamples } from '../options';
import type { CommandContext } from '../terminal';

const NAMES = ['bash', 'zsh', 'fish'] as const satisfies readonly (keyof typeof SHELLS)[];

export function addCompletion(command: Command, context: CommandContext): void {
  command
    .description("Print a script that completes Quarry's commands, options and their values in a shell.")
    .addArgument(new Argument('<shell>', 'the shell').choices(NAMES));
  withExamples(command, [
    ['quarry completion fish | source', 'in ~/.config/fish/config.fish'],
    ['source <(quarry completion bash)', 'in ~/.bashrc'],
    ['source <(quarry completion zsh)', 'in ~/.zshrc, after compinit'],
  ]).action(async (shell: (typeof NAMES)[number]) => {
    context.terminal.out(SHELLS[shell](commandTree(await context.program())));
  });
}
