import { bash } from './bash';
import type { CompletedCommand } from './command-tree';

/** The completion for zsh: that of bash, which zsh runs by its own emulation. */
export function zsh(commands: readonly CompletedCommand[]): string {
  return `# Completion of quarry for zsh; made by: quarry completion zsh
autoload -U +X bashcompinit && bashcompinit
${bash(commands).replace(/^#.*\n/, '')}`;
}
