import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with a test's own pipelines, for `QUARRY_PIPELINES`. */
export class PipelineFolder {
  private constructor(readonly path: string) {}

  /** @param pipelines the text of each `pipeline.yaml`, by the pipeline's name */
  static async with(pipelines: Readonly<Record<string, string>>): Promise<PipelineFolder> {
    const folder = new PipelineFolder(await mkdtemp(join(tmpdir(), 'quarry-pipelines-')));
    for (const [name, text] of Object.entries(pipelines)) await folder.write(name, text);
    return folder;
  }

  /** Adds a pipeline, or replaces it. */
  async write(name: string, text: string): Promise<void> {
    await mkdir(join(this.path, name), { recursive: true });
    await writeFile(join(this.path, name, 'pipeline.yaml'), text);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
