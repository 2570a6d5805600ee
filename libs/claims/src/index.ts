export * from './by-meaning';
export { statesNothing, withoutNotFound } from './not-claims';
export { sourceOf, type Source } from './passages';
export { cut, marked } from './rewrite';
export { CITATION, sentencesOf } from './sentences';
export * from './stated-values';
export { statementsOf, type Statement } from './statements';
export { verdictOf, type Verdict } from './verdict';
export { verdictsOf } from './verdicts-of';
