import { ANALYSIS } from './analysis-replies';
import { CLAIMS } from './claims-replies';
import { COMPLETENESS } from './completeness-replies';
import { CRITIQUE } from './critique-replies';
import { DECOMPOSITION } from './decomposition-replies';
import { EVALUATOR } from './evaluator-replies';
import { EXTRACTION } from './extraction-replies';
import { GAPS } from './gaps-replies';
import type { JsonCases } from './json-cases';
import { TASK_PLAN } from './task-plan-replies';

export const JSON_CASES: Readonly<Record<string, JsonCases>> = {
  analysis: ANALYSIS,
  decomposition: DECOMPOSITION,
  completeness: COMPLETENESS,
  gaps: GAPS,
  critique: CRITIQUE,
  claims: CLAIMS,
  extraction: EXTRACTION,
  evaluator: EVALUATOR,
  task_plan: TASK_PLAN,
};
