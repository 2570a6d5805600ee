import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmod, cp, glob, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ignore from '@balena/dockerignore';
import { installedModel } from '../../libs/embedder/src/testing/installed-model';
import { readStages, type CopyStep, type RunStep, type Stage } from './dockerfile';
import { read, ROOT } from './workspace';

/** The build context of docker: files that git does not ignore, except those that .dockerignore excludes. */
export function buildContext(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  const left = ignore().add(read('.dockerignore'));
  return files.filter((file) => !left.ignores(file));
}

/**
 * The image's file tree, made by the steps of deploy/Dockerfile in a folder, without Docker: every COPY, and every RUN
 * of the stages before the last. A RUN of the last stage changes the system of the base image, which does not exist
 * here; it is listed in `notRun`.
 */
export class ImageTree {
  readonly notRun: string[] = [];
  private constructor(
    private readonly folder: string,
    readonly image: Stage,
  ) {}

  static async build(): Promise<ImageTree> {
    const stages = readStages();
    const image = stages.at(-1);
    if (!image) throw new Error('deploy/Dockerfile has no stage');
    const tree = new ImageTree(await mkdtemp(join(tmpdir(), 'quarry-image-')), image);
    await chmod(tree.folder, 0o755);
    try {
      for (const stage of stages) await tree.perform(stage);
    } catch (error) {
      await tree.remove();
      throw error;
    }
    return tree;
  }

  /** The path of a file of the image on this machine. */
  at(path: string, stage: Stage | string = this.image): string {
    const name = typeof stage === 'string' ? stage : (stage.name ?? 'image');
    return join(this.folder, name, path);
  }

  /** A process of the image: its entry point, its environment and, if this process may switch to it, its user. */
  start(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
    return this.spawn([...this.image.entrypoint, ...args], environment);
  }

  /** The command of the image's HEALTHCHECK. */
  checkHealth(environment: Readonly<Record<string, string>>): ChildProcess {
    return this.spawn(this.image.healthcheck, environment);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private spawn(command: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
    const [program, ...args] = command.map((part) => this.here(part));
    if (program !== 'node') throw new Error(`The image starts ${program}, not node.`);
    const own = Object.entries(this.image.environment).map(([name, value]) => [name, this.here(value)]);
    const [uid, gid] = this.image.user.split(':').map(Number);
    return spawn(process.execPath, args, {
      cwd: this.at(this.image.workdir),
      // No home: nothing of the current user may be needed.
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...Object.fromEntries(own), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    });
  }

  /** Absolute paths of the image, also within `minilm:/quarry/models`, as paths of this machine. */
  private here(text: string): string {
    return text.replace(
      /(^|:)(\/(?:quarry|data)\b)/,
      (_, before: string, path: string) => before + this.at(path),
    );
  }

  private async perform(stage: Stage): Promise<void> {
    await mkdir(this.at(stage.workdir, stage), { recursive: true });
    for (const step of stage.steps) {
      if (step.kind === 'copy') await this.copy(stage, step);
      else if (stage === this.image) this.notRun.push(step.command);
      else await this.run(stage, step);
    }
  }

  private async copy(stage: Stage, { from, sources, target }: CopyStep): Promise<void> {
    const into = resolve(this.at(stage.workdir, stage), target);
    for (const source of sources) {
      if (from === null) await this.copyFromContext(source, target.endsWith('/') ? join(into, source) : into);
      else {
        // Moved instead of copied: no later step uses the earlier stage, and this avoids copying 300 MB.
        const place = this.at(source, from);
        await rename(place, target.endsWith('/') ? join(into, source.split('/').at(-1) ?? '') : into);
      }
    }
  }

  private async copyFromContext(source: string, target: string): Promise<void> {
    const files = buildContext().filter((file) => file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`COPY ${source}: .dockerignore or git leaves nothing of it.`);
    for (const file of files) {
      const place = file === source ? target : join(target, file.slice(source.length + 1));
      await mkdir(dirname(place), { recursive: true });
      await cp(join(ROOT, file), place);
    }
  }

  /**
   * The compiler takes it for a part of the workspace only if hashes of all sources, declarations and options are those
   * that it noted then: every file here is newer than its note.
   */
  private async copyCompiled(stage: Stage): Promise<void> {
    const workspace = this.at(stage.workdir, stage);
    for await (const part of glob('{apps,libs}/*/dist/tsconfig.tsbuildinfo', { cwd: ROOT })) {
      const dist = dirname(part);
      await cp(join(ROOT, dist), join(workspace, dist), {
        recursive: true,
        preserveTimestamps: true,
        // What Vite wrote there is not of this step.
        filter: (file) => !/\/bundle$|\.table$/.test(file),
      });
    }
  }

  /**
   * As the builder would, except for the folder, and for caches: npm's cache, an existing embedding model, and what the
   * compiler wrote for the same sources.
   */
  private async run(stage: Stage, { command }: RunStep): Promise<void> {
    const home = this.at(stage.environment['HOME'] ?? '/', stage);
    await mkdir(home, { recursive: true });
    const model = installedModel();
    if (model !== null) await cp(model, join(home, '.cache/quarry/models'), { recursive: true });
    if (command.includes('tsc -b')) await this.copyCompiled(stage);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: this.at(stage.workdir, stage),
      encoding: 'utf8',
      timeout: 400_000,
      env: {
        ...process.env,
        ...stage.arguments,
        ...stage.environment,
        // If the test run could not download it, neither can this. The builder has the same option.
        ...(model === null ? { EMBEDDING_MODEL: 'no' } : {}),
        NODE_ENV: undefined,
        HOME: home,
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        npm_config_cache: join(homedir(), '.npm'),
        npm_config_userconfig: join(homedir(), '.npmrc'),
        npm_config_prefer_offline: 'true',
      },
    });
    if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
  }
}

/** Bytes of the files in a folder; links are not followed. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries)
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
