import type { RunProgress } from '@quarry/indexer/run';
import type { Terminal } from './terminal';

const PHASES = {
  fetch: 'fetching',
  read: 'reading files',
  documents: 'reading documents',
  ocr: 'reading pages by OCR',
  corpus: 'reading documents (kB)',
  summaries: 'summarising the sections of a document',
  link: 'linking the graph',
  graph: 'writing the graph',
  chunks: 'writing chunks',
  vectors: 'embedding chunks',
} as const;

/** What a model is asked costs money: it is said before, with the way out. */
const SUMMARIES =
  'note the language model summarises the sections of documents, one call for each: --summaries extractive asks no model.\n';

/** Shortest time that gives a usable rate, in milliseconds. */
const MIN_MS = 3_000;

/** Reports the progress of a run and, in long phases, the remaining time. */
export class IndexingProgress {
  private phase: RunProgress['phase'] | null = null;
  private began = 0;
  private begunWith = 0;
  private isAnnounced = false;

  constructor(private readonly terminal: Terminal) {}

  show({ phase, done, total }: RunProgress): void {
    if (phase !== this.phase) {
      this.phase = phase;
      this.began = Date.now();
      this.begunWith = done;
      if (phase === 'summaries' && !this.isAnnounced) {
        this.isAnnounced = true;
        this.terminal.err(SUMMARIES);
      }
    }
    const ms = Date.now() - this.began;
    const worked = done - this.begunWith;
    const left =
      ms > MIN_MS && worked > 0 ? `, about ${duration((ms / worked) * Math.max(0, total - done))} left` : '';
    this.terminal.progress(`${PHASES[phase]}: ${done} of ${total}${left}`);
  }
}

function duration(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
