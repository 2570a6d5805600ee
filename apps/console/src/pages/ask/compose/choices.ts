const PLACE = 'quarry.ask';

/** The options of a question, as last chosen. */
export interface Choices {
  readonly pipeline: string;
  /** Names of repositories; empty: all that the caller may read. */
  readonly repositories: readonly string[];
  readonly depth: 'fast' | 'auto' | 'deep';
}

/** As an earlier version kept them: with one repository, empty for the default one. */
interface FormerChoices extends Partial<Choices> {
  readonly repository?: string;
}

/** The pipeline of a question for which none is chosen. */
export const DEFAULT_PIPELINE = 'code';

const DEFAULT: Choices = { pipeline: DEFAULT_PIPELINE, repositories: [], depth: 'auto' };

export function keptChoices(): Choices {
  try {
    const { repository = '', ...kept } = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as FormerChoices;
    return { ...DEFAULT, ...(repository === '' ? {} : { repositories: [repository] }), ...kept };
  } catch {
    return DEFAULT;
  }
}

export function keepChoices(choices: Choices): void {
  localStorage.setItem(PLACE, JSON.stringify(choices));
}
