import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why a separate disk is unavailable here; undefined if it is available. */
const noDisk: string | undefined =
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
    ? undefined
    : 'a small disk of its own needs Linux, root and mount';

/** `describe` if a small disk can be mounted; otherwise a skipped block with the reason. */
export function describeWithSmallDisk(name: string, body: () => void): void {
  if (noDisk === undefined) describe(name, body);
  else describe.skip(`${name} (skipped: ${noDisk})`, body);
}

/** A disk of some MiB, in memory, mounted on a folder. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** @throws Error with the output of `mount` if that is not permitted */
  static mount(folder: string, mebibytes: number): SmallDisk {
    mkdirSync(folder, { recursive: true });
    run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
    return new SmallDisk(folder);
  }

  /** Fills the disk, but for so many KiB. */
  fill(left = 0): void {
    const { bavail, bsize } = statfsSync(this.folder);
    writeFileSync(join(this.folder, 'filler'), Buffer.alloc(bavail * bsize - left * 1_024));
  }

  /** Undoes {@link fill}. */
  empty(): void {
    rmSync(join(this.folder, 'filler'), { force: true });
  }

  /** Resizes it, and keeps its content. */
  grow(mebibytes: number): void {
    run('mount', ['-o', `remount,size=${mebibytes}m`, this.folder]);
  }

  unmount(): void {
    run('umount', ['--lazy', this.folder]);
  }
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
