/**
 * The licences of all shipped packages: `node scripts/licences.mts` compares `docs/licences.md` with the lock file and
 * the installation, `--write` writes it. With a folder as the last argument, checks its `package-lock.json` and
 * `node_modules`. Uses no network.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mts';

/** Licences that require only attribution, and do not extend to code that uses the package. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface Package {
  readonly name: string;
  readonly version: string;
  /** As declared by the package; null if it declares none. */
  readonly licence: string | null;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Manifest {
  readonly license?: unknown;
  readonly licenses?: unknown;
}

/** Every installed package except those for development, by name and version. */
function shipped(folder: string): readonly Package[] {
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = new Map<string, Package>();
  for (const [place, locked] of Object.entries(lock.packages)) {
    const at = place.lastIndexOf('node_modules/');
    if (at < 0 || locked.dev === true || locked.link === true) continue;
    const name = place.slice(at + 'node_modules/'.length);
    const version = locked.version ?? '';
    // The lock file also has the licences of packages for other platforms, which are not installed here.
    const licence = locked.license ?? installed(path.join(folder, place, 'package.json'));
    found.set(`${name}@${version}`, { name, version, licence });
  }
  return [...found.values()].toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** The licence in a manifest, also in the old list format. */
function installed(file: string): string | null {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return null;
  }
  const all: readonly unknown[] = Array.isArray(manifest.licenses)
    ? manifest.licenses
    : [manifest.license ?? manifest.licenses];
  const names = all.map((one) =>
    typeof one === 'object' && one !== null ? (one as { readonly type?: unknown }).type : one,
  );
  return names.every((name) => typeof name === 'string') ? names.join(' OR ') : null;
}

/** Whether an SPDX expression consists of allowed licences. One side of an OR is enough; an AND needs both. */
function isAllowed(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let allowed = both();
    while (tokens[at] === 'OR') {
      at += 1;
      allowed = both() || allowed;
    }
    return allowed;
  };
  const both = (): boolean => {
    let allowed = one();
    while (tokens[at] === 'AND') {
      at += 1;
      allowed = one() && allowed;
    }
    return allowed;
  };
  const one = (): boolean => {
    const token = tokens[at++];
    if (token !== '(') return token !== undefined && ALLOWED.has(token);
    const allowed = either();
    return tokens[at++] === ')' && allowed;
  };
  const allowed = either();
  return allowed && at === tokens.length;
}

/** The page, with one list per licence. */
function page(packages: readonly Package[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? 'unknown');
  const lists = [...byLicence]
    .toSorted(([a], [b]) => compare(a, b))
    .map(
      ([licence, some]) =>
        `## ${licence}\n\n${some.map(({ name, version }) => `- ${name} ${version}`).join('\n')}\n`,
    );
  return `# Licences of what ships

The ${packages.length} packages that are installed in production, grouped by licence. \`node scripts/licences.mts --write\`
generates this page. A check of \`./quarry test\` compares it with \`package-lock.json\`, and fails for a licence that
is unknown or that requires more than attribution. If a package offers several licences, an allowed one is used.

${lists.join('\n')}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function main(args: readonly string[]): number {
  const folder = args.find((argument) => !argument.startsWith('--')) ?? ROOT;
  const packages = shipped(folder);
  const wrong = packages.filter(({ licence }) => licence === null || !isAllowed(licence));
  for (const { name, version, licence } of wrong)
    process.stdout.write(
      `${name} ${version}: ${licence === null ? 'declares no licence' : `'${licence}' is not allowed`}. Use another package, or review the licence and add it to scripts/licences.mts.\n`,
    );
  const file = path.join(folder, 'docs/licences.md');
  if (args.includes('--write')) {
    writeFileSync(file, page(packages));
  } else if (readFileSync(file, 'utf8') !== page(packages)) {
    process.stdout.write(
      'docs/licences.md does not match the lock file: run node scripts/licences.mts --write\n',
    );
    return 1;
  }
  if (wrong.length > 0) return 1;
  process.stdout.write(`${packages.length} packages, all with allowed licences\n`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
