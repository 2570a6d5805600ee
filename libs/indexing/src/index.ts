export * from './facts';
export { extractorFor, languageOf, loadLanguages } from './languages/languages';
export { linkFacts, type LinkOptions } from './link/link-facts';
export { benchIndex, type BenchOptions, type BenchResult } from './run/bench';
export { indexRepository } from './run/index-repository';
export type { IndexOptions, IndexProgress, IndexReport } from './run/options';
export type { Remark } from './source/remark';
export { loadReaders, type Readers } from './readers';
export { importRoslyn, type ImportOptions, type ImportReport } from './import/import-roslyn';
