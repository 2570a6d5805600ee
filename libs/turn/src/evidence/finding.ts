import type { PagePlace, Section } from './section';

/** A value as reported by an extraction, before its check (001, "Finding"). */
export interface DraftFinding {
  readonly label: string;
  readonly value: number | string;
  readonly unit?: string;
  readonly page?: number;
  /** Id or title of the section, as the model wrote it. */
  readonly section: string;
  readonly context?: string;
}

/** Whether a value is where its finding says. */
export interface FindingCheck {
  /** `on_page`: on the page (or, without pages, in the section) that it names · `elsewhere`: in what was read, but on another page · `nowhere`. */
  readonly stands: 'on_page' | 'elsewhere' | 'nowhere';
  /**
   * Of a number: whether what stands there is what the finding says, by row, period, unit, scale and sign. `unchecked`:
   * a part of it could not be compared; `why` names it. Absent for texts, and in turns of an older Quarry.
   */
  readonly verdict?: 'supported' | 'contradicted' | 'unchecked';
  /** One clause: what was compared, and what is wrong. */
  readonly why: string;
}

/** A value with its provenance (001, "Finding"). Findings are appended, never replaced. */
export interface Finding {
  /** Unique within the turn, `finding-1` upwards. */
  readonly id: string;
  /** Number of the evidence that shows it, of kind `finding`: what an answer cites. */
  readonly n: number;
  readonly pass: number;
  /** The item that was searched for when the value was found. */
  readonly item: string;
  readonly label: string;
  readonly value: number | string;
  readonly unit?: string;
  readonly path: string;
  /** Page with the value; if it was not found, the page that the model named. */
  readonly page?: number;
  /** Id of the section, or the model's text if there is no such section. */
  readonly section: string;
  readonly sectionTitle: string;
  readonly context?: string;
  readonly check: FindingCheck;
  /** The line of the document with the value. */
  readonly quote?: string;
  /** Position of the value on the page. */
  readonly place?: PagePlace;
}

/** A number or finding that a calculation used. */
export interface CalculationInput {
  /** As written in the expression: `[7]`, `5298`. */
  readonly text: string;
  /** Exact decimal. */
  readonly value: string;
  /** Number of the finding or calculation; absent for a literal number in the expression. */
  readonly n?: number;
}

/** Exact decimal arithmetic over findings: part of the answer's provenance. */
export interface Calculation {
  /** Unique within the turn, `calculation-1` upwards. */
  readonly id: string;
  /** Number of the evidence that shows it, of kind `calculation`. */
  readonly n: number;
  readonly pass: number;
  /** Description of the result, if the request has one. */
  readonly label?: string;
  readonly expression: string;
  readonly inputs: readonly CalculationInput[];
  /** Decimal with at most 34 significant digits. */
  readonly result: string;
}

/** A number in the text of an answer, with its origin. */
export interface Figure {
  /** As in `answer.english`, from `start` to `end` (UTF-16 offsets, end excluded). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Null if no evidence contains it. */
  readonly source: FigureSource | null;
}

export interface FigureSource {
  readonly kind: 'finding' | 'calculation' | 'evidence';
  /** Evidence number. */
  readonly n: number;
  readonly path: string;
  readonly section?: string;
  readonly sectionTitle?: string;
  /** Its place; for a calculation, the places of its inputs. */
  readonly places: readonly PagePlace[];
}

/** A page of a section that an extraction read. */
export interface ReadSection {
  readonly pass: number;
  /** Id of the section. */
  readonly section: string;
  /** Offset within the section, in characters. */
  readonly offset: number;
  /** Number of the evidence with its text. */
  readonly n: number;
}

/** State of the extractions: the items of the current pass, and everything read so far. */
export interface Extraction {
  readonly pass: number;
  /** Items of the pass: the question first, then requests of the evaluator. Several if the first pass is split. */
  readonly items: readonly string[];
  /** Replies of the extracting model in this pass so far. */
  readonly turns: number;
  /** Replies of the judging model in this pass so far, with calculations in between. */
  readonly judged: number;
  readonly read: readonly ReadSection[];
  /** Values that are not checked yet. */
  readonly drafts: readonly DraftFinding[];
}

/** The part of the section tree that prompts show (001, "section index"). */
export interface Outline {
  readonly pass: number;
  readonly sections: readonly OutlineSection[];
  /** Omitted sections and documents: there was no room, or other documents fit the item better. */
  readonly left: { readonly sections: number; readonly documents: number };
}

export interface OutlineSection extends Pick<
  Section,
  'id' | 'path' | 'title' | 'level' | 'startPage' | 'endPage' | 'summary' | 'characters'
> {
  /** Rank among the sections with hits of a search for the item, from 1; absent without a search or a hit. */
  readonly rank?: number;
}
