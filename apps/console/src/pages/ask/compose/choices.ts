const PLACE = 'quarry.ask';

/** The options of a question, as last chosen. */
export interface Choices {
  readonly pipeline: string;
  /** Empty: the default one. */
  readonly repository: string;
  readonly depth: 'fast' | 'auto' | 'deep';
}

const DEFAULT: Choices = { pipeline: 'code', repository: '', depth: 'auto' };

export function keptChoices(): Choices {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Choices>;
    return { ...DEFAULT, ...kept };
  } catch {
    return DEFAULT;
  }
}

export function keepChoices(choices: Choices): void {
  localStorage.setItem(PLACE, JSON.stringify(choices));
}
