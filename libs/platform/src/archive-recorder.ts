import { Logger } from '@nestjs/common';
import type { PromptRecorder } from '@quarry/engine';
import { toFault, type SentPrompt, type Turn } from '@quarry/turn';
import type { ArchiveWriter } from '@quarry/turn-archive';

/** Prompts that wait for the archive; with more, new ones are not kept: memory must not grow with an archive that hangs. */
const MOST_WAITING = 64;

/** Keeps what models are sent in the archive of turns, in the background. What cannot be kept is lost, with one line in the log, and no turn fails for it. */
export class ArchiveRecorder implements PromptRecorder {
  private readonly logger = new Logger('prompts');
  private readonly waiting = new Set<Promise<void>>();
  private problem = '';

  constructor(private readonly archive: Pick<ArchiveWriter, 'savePrompt'>) {}

  /** Turns that measure a pipeline are not archived, so neither are their prompts. */
  sent({ id, tenant, options }: Pick<Turn, 'id' | 'tenant' | 'options'>, prompt: SentPrompt): void {
    if (options.measuring === true) return;
    if (this.waiting.size >= MOST_WAITING) {
      this.warn(`${MOST_WAITING} prompts wait for the archive: this one is not kept`);
      return;
    }
    const saving = this.archive.savePrompt(tenant, id, prompt).then(
      () => {
        this.problem = '';
      },
      (error: unknown) => {
        this.warn(`a prompt was not kept: ${toFault(error).message}`);
      },
    );
    this.waiting.add(saving);
    void saving.finally(() => this.waiting.delete(saving));
  }

  /** Waits for what is being saved. */
  async close(): Promise<void> {
    await Promise.all(this.waiting);
  }

  /** The same once in a row. */
  private warn(problem: string): void {
    if (problem !== this.problem) this.logger.warn(problem);
    this.problem = problem;
  }
}
