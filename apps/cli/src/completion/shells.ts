import { bash } from './bash';
import type { CompletedCommand } from './command-tree';
import { fish } from './fish';
import { zsh } from './zsh';

/** The shells with a completion, and its script. */
export const SHELLS: Readonly<
  Record<'bash' | 'zsh' | 'fish', (commands: readonly CompletedCommand[]) => string>
> = { bash, zsh, fish };
