import type { DocumentLine } from '../document';
import { linesOfHtml } from '../html/html-text';

/** A slide of a presentation, as its reader returns it. */
export interface Slide {
  /** From 1, hidden slides included. */
  readonly number: number;
  /** Empty if it has none. */
  readonly title: string;
  readonly isHidden: boolean;
  /** What it shows below its title, as HTML. */
  readonly html: string;
  /** Paragraphs of the speaker's notes. */
  readonly notes: readonly string[];
  readonly comments: readonly string[];
}

/**
 * The lines of slides: each is a section with its title, or `Slide 4` without one, then what it shows, the speaker's
 * notes, and comments.
 */
export function linesOfSlides(slides: readonly Slide[]): DocumentLine[] {
  return slides.flatMap(({ number, title, isHidden, html, notes, comments }) => {
    const layout = { page: number, part: `slide ${number}` };
    const line = (text: string): DocumentLine => ({ text, kind: 'text', layout });
    const lines = [
      ...linesOfHtml(html, layout).map((one) =>
        one.kind === 'heading' ? { ...one, kind: 'text' as const } : one,
      ),
      ...notes.map((text) => line(`Speaker note: ${text}`)),
      ...comments.map((text) => line(`Comment: ${text}`)),
    ];
    if (lines.length === 0 && title === '') return [];
    const name = title === '' ? `Slide ${number}` : title;
    const text = isHidden ? `${name} (hidden slide)` : name;
    return [{ text, kind: 'heading', level: 1, layout }, ...lines];
  });
}

/** A presentation has room for any number of slides; those after this one are reported. */
export const MOST_SLIDES = 5_000;
