import { countTokens, type Section } from '@quarry/turn';
import type { FactsCache } from '../cache/facts-cache';
import { Lines } from '../chunk/lines';
import { sectionRanges } from '../chunk/section-ranges';
import { windowsOf } from '../chunk/windows';
import { checkCancelled } from '../progress/cancelled';
import type { IndexProgress } from '../progress/progress';
import type { Remark } from '../source/remark';
import { readSummary, summaryKey, summaryPrompt } from './prompt';
import type { Summarizer } from './summarizer';

/** A section with fewer tokens of its own text needs no summary by a model. */
const WORTH = 80;
/** Number of tokens of a section that the model sees. */
const SEEN = 3_000;
/** Number of sections summarised concurrently. */
const AT_ONCE = 4;
/** Consecutive failures after which the model is not called again in this run. */
const PATIENCE = 3;

/** Sections with the model's summaries. */
export interface Summarized {
  readonly sections: readonly Section[];
  /** The model; null unless all sections that need a summary have one. */
  readonly by: string | null;
}

/** Requests summaries of sections from a model, once per text: its replies are cached. */
export class SectionSummaries {
  /** Number of summaries that the model wrote in this run. */
  made = 0;
  private failures = 0;
  /** Sections without a summary of the model. */
  private left = 0;
  private problem: { readonly path: string; readonly why: string } | null = null;

  constructor(
    private readonly model: Summarizer,
    private readonly cache: Pick<FactsCache, 'summary' | 'setSummary'>,
    private readonly options: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: IndexProgress) => void;
    },
  ) {}

  /** One remark if the model failed. */
  get problems(): readonly Remark[] {
    if (!this.problem) return [];
    const { path, why } = this.problem;
    const sections = this.left === 1 ? '1 section has' : `${this.left} sections have`;
    const reason = `${sections} no summary by the model ${this.model.id} (${why}) and keep${this.left === 1 ? 's' : ''} the first sentences; the next run asks again`;
    return [{ path, reason, partly: true }];
  }

  /** @param text of the document, with the lines that the sections count @throws Fault `cancelled` */
  async summarize(sections: readonly Section[], text: string): Promise<Summarized> {
    const worthy = ownTexts(sections, text);
    const written = new Map<string, string>();
    const waiting = [...worthy];
    let done = 0;
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        checkCancelled(this.options.signal);
        const [section, own] = next;
        const summary = await this.summaryOf(section, own);
        if (summary === null) this.left++;
        else written.set(section.id, summary);
        this.options.onProgress?.({ phase: 'summaries', done: ++done, total: worthy.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return {
      sections: sections.map((section) => ({
        ...section,
        summary: written.get(section.id) ?? section.summary,
      })),
      by: written.size === worthy.length ? this.model.id : null,
    };
  }

  private async summaryOf(section: Section, text: string): Promise<string | null> {
    const key = summaryKey(this.model.id, text);
    const known = this.cache.summary(key);
    if (known !== null) return known;
    if (this.failures >= PATIENCE) return null;
    try {
      const summary = readSummary(
        await this.model.complete(summaryPrompt(section, text), this.options.signal),
      );
      if (summary === null) throw new Error('its reply was empty');
      this.failures = 0;
      this.made++;
      this.cache.setSummary(key, summary);
      return summary;
    } catch (error) {
      checkCancelled(this.options.signal);
      this.failures++;
      const why = error instanceof Error ? error.message : String(error);
      this.problem ??= { path: section.path, why };
      return null;
    }
  }
}

/** The sections that need a summary, with their own text without subsections, up to the limit that the model sees. */
function ownTexts(sections: readonly Section[], text: string): (readonly [Section, string])[] {
  const lines = new Lines(text);
  const own = new Map<Section, string[]>();
  for (const { section, ...range } of sectionRanges(sections, lines.count))
    own.set(section, [...(own.get(section) ?? []), lines.text(range)]);
  return [...own].flatMap(([section, parts]) => {
    const whole = parts.join('\n');
    return countTokens(whole) < WORTH ? [] : [[section, cut(whole)] as const];
  });
}

function cut(text: string): string {
  const lines = new Lines(text);
  const [first] = windowsOf(lines, { start: 1, end: lines.count }, { tokens: SEEN, overlap: 0 });
  const seen = first ? lines.text(first) : text;
  // A single line may exceed the limit: it is cut by characters.
  return countTokens(seen) <= SEEN ? seen : seen.slice(0, SEEN * 3);
}
