import { posix } from 'node:path';
import { readDefinition, type PipelineDefinition, type StepDefinition } from './definition';
import { suggestion } from './nearest';
import { compareText, quote, type ProblemList } from './problem';
import { folderOf, PIPELINE_FILE, resolveInside, type PipelineSources } from './sources';
import { mergeEntries, type Entries } from './yaml/located';
import { readYaml } from './yaml/read';

/** Far above what a reader can follow. Limits the cost of resolving all levels. */
const MAX_LEVELS = 20;

/** A pipeline after the merge of 003 §11.2, before validation. */
export interface MergedPipeline {
  readonly definition: PipelineDefinition;
  /** Itself first, then its parent, up to the root. */
  readonly line: readonly PipelineDefinition[];
  /** Their files, in the same order. */
  readonly files: readonly string[];
  readonly settings: Entries;
  readonly steps: ReadonlyMap<string, StepDefinition>;
  /** False if one of the files has an error in its form, which is already reported. */
  readonly sound: boolean;
}

/** All pipelines of the sources, and the path from each to its root. */
export class PipelineLibrary {
  private readonly definitions = new Map<string, PipelineDefinition | undefined>();
  private readonly byName = new Map<string, PipelineDefinition>();
  private readonly unsound = new Set<string>();

  constructor(
    private readonly sources: PipelineSources,
    private readonly problems: ProblemList,
    only?: readonly string[],
  ) {
    const files = [...sources.files.keys()]
      .sort(compareText)
      .filter((file) => posix.basename(file) === PIPELINE_FILE);
    const wanted = new Set(only);
    const isWanted = (file: string): boolean => !only || wanted.has(posix.basename(folderOf(file)));
    // A parent may itself have a parent.
    for (let next = files.find(isWanted); next !== undefined;) {
      const file = next;
      files.splice(files.indexOf(file), 1);
      const extended = this.take(file)?.extends?.target;
      if (extended !== undefined) wanted.add(posix.basename(extended));
      next = files.find(isWanted);
    }
  }

  /** Pipelines that their folder's `pipeline.yaml` defines, by name, parents before their children. */
  all(): PipelineDefinition[] {
    return [...this.byName.values()]
      .map((definition) => ({ definition, level: this.ancestry(definition)?.length ?? 0 }))
      .sort((a, b) => a.level - b.level || compareText(a.definition.name, b.definition.name))
      .map(({ definition }) => definition);
  }

  /** The merge from the root down to `definition`; undefined if `extends` is unresolved or circular. */
  merge(definition: PipelineDefinition): MergedPipeline | undefined {
    const line = this.ancestry(definition);
    if (!line) return undefined;
    let settings: Entries = new Map();
    const steps = new Map<string, StepDefinition>();
    for (const ancestor of [...line].reverse()) {
      settings = mergeEntries(settings, ancestor.settings);
      for (const step of ancestor.steps) steps.set(step.id, step);
    }
    const files = line.map(({ file }) => file);
    return { definition, line, files, settings, steps, sound: !files.some((file) => this.unsound.has(file)) };
  }

  /** The pipeline itself, its parent, …, the root. */
  private ancestry(definition: PipelineDefinition): PipelineDefinition[] | undefined {
    const report = this.problems.report();
    const line = [definition];
    for (let current = definition; current.extends;) {
      const parent = this.parentOf(current, current.extends.target);
      if (typeof parent === 'string') {
        report.error(current.extends.at, parent);
        return undefined;
      }
      const from = line.findIndex(({ file }) => file === parent.file);
      if (from !== -1) {
        const circle = [...line.slice(from), parent].map(({ name }) => name).join(' → ');
        report.error(current.extends.at, `\`extends\` is circular: ${circle}`);
        return undefined;
      }
      if (line.length >= MAX_LEVELS) {
        report.error(
          definition.extends?.at ?? definition.at,
          `more than ${MAX_LEVELS} levels of \`extends\``,
        );
        return undefined;
      }
      line.push(parent);
      current = parent;
    }
    return line;
  }

  /** The pipeline that `target` names, or an error message. */
  private parentOf(child: PipelineDefinition, target: string): PipelineDefinition | string {
    if (!/\/|\.ya?ml$/.test(target)) {
      const named = this.byName.get(target);
      const broken = [...this.definitions].some(
        ([file, definition]) => !definition && posix.basename(folderOf(file)) === target,
      );
      if (!named && broken) return `\`extends\`: ${quote(target)} is not a pipeline that can be read`;
      const names = [...this.byName.keys()].filter((name) => name !== child.name);
      return named ?? `\`extends\`: there is no pipeline ${quote(target)}${suggestion(target, names)}`;
    }
    const path = resolveInside(folderOf(child.file), target, this.sources.roots);
    if (path === undefined) {
      return `\`extends\`: ${quote(target)} leaves the pipeline folders`;
    }
    const file = [path, posix.join(path, PIPELINE_FILE)].find((candidate) =>
      this.sources.files.has(candidate),
    );
    if (file === undefined) {
      const files = [...this.sources.files.keys()].filter((name) => /\.ya?ml$/.test(name));
      const relative = files.map((name) => posix.relative(folderOf(child.file), name));
      return `\`extends\`: there is no file ${quote(target)}${suggestion(target, relative)}`;
    }
    return this.read(file) ?? `\`extends\`: ${quote(target)} is not a pipeline that can be read`;
  }

  /** Reads the file of a pipeline, and stores it by its name. */
  private take(file: string): PipelineDefinition | undefined {
    const definition = this.read(file);
    if (!definition) return undefined;
    const first = this.byName.get(definition.name);
    if (first) {
      const message = `the pipeline '${definition.name}' is already defined in ${first.file}`;
      this.problems.report().error(definition.at, message);
    } else {
      this.byName.set(definition.name, definition);
    }
    return definition;
  }

  private read(file: string): PipelineDefinition | undefined {
    if (!this.definitions.has(file)) {
      const report = this.problems.report();
      const document = readYaml(file, this.sources.files.get(file) ?? '', report);
      const definition = document && readDefinition(file, document, report);
      this.definitions.set(file, definition);
      if (report.errors() > 0) this.unsound.add(file);
    }
    return this.definitions.get(file);
  }
}
