import 'reflect-metadata';

export * from './advance';
export * from './catalog';
export type { ProtocolSpec } from './check/check-step';
export * from './compiled';
export * from './effective';
export { checkPipelineText, type CheckedText } from './check-text';
export { drawPipeline } from './draw';
export { loadPipelines, type LoadedPipelines, type LoadOptions } from './load';
export { nearestNames, suggestion } from './nearest';
export type { PipelineOrigin } from './origin';
export { formatProblem, type Place, type Problem } from './problem';
export { PROMPT_VARIABLES, renderPrompt, type PromptVariable, type PromptVariables } from './prompt';
export { SETTING_REFERENCE, type SettingReference } from './reference/setting-reference';
export * from './settings';
export type { PipelineSources } from './sources';
