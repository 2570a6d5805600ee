import 'reflect-metadata';

export * from './advance';
export * from './catalog';
export type { ProtocolSpec } from './check/check-step';
export * from './compiled';
export * from './effective';
export { drawPipeline } from './draw';
export { loadPipelines, type LoadedPipelines, type LoadOptions } from './load';
export { nearestNames, suggestion } from './nearest';
export { formatProblem, type Place, type Problem } from './problem';
export { PROMPT_VARIABLES, renderPrompt, type PromptVariable, type PromptVariables } from './prompt';
export * from './settings';
export type { PipelineSources } from './sources';
