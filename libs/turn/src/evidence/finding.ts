import type { PagePlace, Section } from './section';

/** A value as an extraction reports it, before it was checked (001, "Finding"). */
export interface DraftFinding {
  readonly label: string;
  readonly value: number | string;
  readonly unit?: string;
  readonly page?: number;
  /** Id or title of the section, as the model wrote it. */
  readonly section: string;
  readonly context?: string;
}

/** Whether a value stands where its finding says. */
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
  /** What was looked for when it was found. */
  readonly item: string;
  readonly label: string;
  readonly value: number | string;
  readonly unit?: string;
  readonly path: string;
  /** Page on which the value stands; where it stands nowhere, the page that the model named. */
  readonly page?: number;
  /** Id of the section, or what the model wrote where there is no such section. */
  readonly section: string;
  readonly sectionTitle: string;
  readonly context?: string;
  readonly check: FindingCheck;
  /** The line of the document in which the value stands. */
  readonly quote?: string;
  /** Where on the page the value stands. */
  readonly place?: PagePlace;
}

/** A number or finding that a calculation used. */
export interface CalculationInput {
  /** As written in the expression: `[7]`, `5298`. */
  readonly text: string;
  /** Exact decimal. */
  readonly value: string;
  /** Number of the finding or calculation that it is; absent for a number that the expression states by itself. */
  readonly n?: number;
}

/** Exact decimal arithmetic over findings: part of the answer's provenance. */
export interface Calculation {
  /** Unique within the turn, `calculation-1` upwards. */
  readonly id: string;
  /** Number of the evidence that shows it, of kind `calculation`. */
  readonly n: number;
  readonly pass: number;
  /** What it computes, where the one who asked for it said so. */
  readonly label?: string;
  readonly expression: string;
  readonly inputs: readonly CalculationInput[];
  /** Decimal digits, at most 34 significant ones. */
  readonly result: string;
}

/** A number in the text of an answer, and where it comes from. */
export interface Figure {
  /** As it stands in `answer.english`, from `start` to `end` (UTF-16 offsets, the end excluded). */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Null where it stands in nothing that was found. */
  readonly source: FigureSource | null;
}

export interface FigureSource {
  readonly kind: 'finding' | 'calculation' | 'evidence';
  /** Evidence number. */
  readonly n: number;
  readonly path: string;
  readonly section?: string;
  readonly sectionTitle?: string;
  /** Where it stands; for a calculation, where its inputs do. */
  readonly places: readonly PagePlace[];
}

/** A page of a section that an extraction read. */
export interface ReadSection {
  readonly pass: number;
  /** Id of the section. */
  readonly section: string;
  /** Offset within the section, in characters. */
  readonly offset: number;
  /** Number of the evidence that holds its text. */
  readonly n: number;
}

/** An extraction's state: what it looks for in the running pass, and what all of them have read. */
export interface Extraction {
  readonly pass: number;
  /** What is looked for in the pass: the question in the first, then what the evaluator asks for. Several where the first pass is split. */
  readonly items: readonly string[];
  /** Replies of the extracting model in this pass so far. */
  readonly turns: number;
  /** Replies of the judging model in this pass so far, where it calculates between them. */
  readonly judged: number;
  readonly read: readonly ReadSection[];
  /** Values that wait to be checked. */
  readonly drafts: readonly DraftFinding[];
}

/** The part of the section tree that prompts show (001, "section index"). */
export interface Outline {
  readonly pass: number;
  readonly sections: readonly OutlineSection[];
  /** Sections and documents that were left out for room, or since other documents fit the item better. */
  readonly left: { readonly sections: number; readonly documents: number };
}

export interface OutlineSection extends Pick<
  Section,
  'id' | 'path' | 'title' | 'level' | 'startPage' | 'endPage' | 'summary' | 'characters'
> {
  /** Place among the sections that hold what a search for the item found, from 1; absent where none was made, or found nothing in it. */
  readonly rank?: number;
}
