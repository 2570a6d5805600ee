export { PIPELINE_SHELF, type PipelineShelf } from './pipeline-shelf';
export { presentPipeline, presentSteps } from './present-pipeline';
export { presentProblem } from './present-problem';
export { PIPELINES, SERVICE_NAMES } from './tokens';
