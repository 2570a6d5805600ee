/**
 * Packs what is published, from a built workspace: `node scripts/packages.mts [FOLDER] [--repository URL]` writes
 * `quarry-cli-VERSION.tgz` (the command `quarry`) and `quarry-client-VERSION.tgz` to the folder (default: `dist`).
 * The job that publishes them names the repository.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { print } from './output.mts';
import { pack } from './packages/pack.mts';
import { stageCli } from './packages/stage-cli.mts';
import { stageClient } from './packages/stage-client.mts';
import { ROOT } from './root.mts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repository: { type: 'string' } },
});
const target = path.resolve(positionals[0] ?? path.join(ROOT, 'dist'));
mkdirSync(target, { recursive: true });
const stage = mkdtempSync(path.join(tmpdir(), 'quarry-packages-'));
try {
  for (const staged of [stageCli, stageClient]) {
    const folder = mkdtempSync(path.join(stage, 'package-'));
    print(pack(await staged(folder, values.repository), target));
  }
} finally {
  rmSync(stage, { recursive: true });
}
