import 'reflect-metadata';

export { advance, stepAt } from './advance';
export type { ActionSpec, Catalog } from './catalog';
export * from './compiled';
export * from './effective';
export { checkPipelineText, type CheckedText } from './check-text';
export { drawPipeline } from './draw';
export { loadPipelines, type LoadedPipelines, type LoadOptions } from './load';
export { misspelledNames, nearestNames, suggestion } from './nearest';
export type { PipelineOrigin } from './origin';
export { formatProblem, type Place, type Problem } from './problem';
export { renderPrompt, type PromptVariables } from './prompt';
export { SETTING_REFERENCE } from './reference/setting-reference';
export { PipelineSettings } from './settings';
export type { PipelineSources } from './sources';
