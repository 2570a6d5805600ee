import { Logger } from '@nestjs/common';
import type { PromptRecorder } from '@quarry/engine';
import { toFault, type SentPrompt, type Turn } from '@quarry/turn';
import type { ArchiveWriter } from '@quarry/turn-archive';

/** Maximum number of prompts that wait for the archive. More are dropped, so that a hanging archive uses no memory. */
const MOST_WAITING = 64;

/** Records prompts in the turn archive, in the background. Failures are logged once and never fail a turn. */
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

  /** Waits for running saves. */
  async close(): Promise<void> {
    await Promise.all(this.waiting);
  }

  /** Logs a repeated problem once. */
  private warn(problem: string): void {
    if (problem !== this.problem) this.logger.warn(problem);
    this.problem = problem;
  }
}
