/**
 * Checks shipped packages for vulnerabilities known to the package registry: `node scripts/audit.mts`. Fails for each
 * one that `scripts/audit-exceptions.json` does not excuse, and for exceptions that have expired or apply to nothing.
 * If the registry is unreachable, e.g. without a network, reports that and passes.
 * With a file, checks that report instead, in the format of `npm audit --json`; with a second file, uses those
 * exceptions.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './root.mts';

const PATIENCE_MS = 60_000;

/** A vulnerability that cannot be fixed today. */
interface Exception {
  /** Id of the advisory, e.g. `GHSA-xxxx-xxxx-xxxx`. */
  readonly id: string;
  /** Why it is harmless here, or what is awaited. */
  readonly reason: string;
  /** Last day of the exception, e.g. `2026-12-31`. */
  readonly until: string;
}

interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly severity: string;
  readonly url: string;
}

/** Version 2 of npm's report: for each package its own vulnerabilities, and the names of packages that cause others. */
interface Report {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
  readonly message?: string;
}

async function ask(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['audit', '--omit=dev', '--json'], {
      cwd: ROOT,
      timeout: PATIENCE_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    // npm exits with 1 both for findings and for failed requests.
    const { stdout } = error as { readonly stdout?: string };
    return stdout ?? '';
  }
}

function parsed(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}

/** All problems, one per line. */
function judged(report: Report, exceptions: readonly Exception[], today: string): readonly string[] {
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(report.vulnerabilities ?? {}))
    for (const one of via) if (typeof one !== 'string') advisories.set(path.basename(one.url), one);
  const excused = new Set(exceptions.filter(({ until }) => until >= today).map(({ id }) => id));
  return [
    ...[...advisories]
      .filter(([id]) => !excused.has(id))
      .map(([id, { name, severity, title }]) => `${id}: ${name} (${severity}): ${title}. Update it.`),
    ...exceptions
      .filter(({ id }) => !advisories.has(id))
      .map(({ id }) => `${id}: no package has it any more. Remove it from the exceptions.`),
    ...exceptions
      .filter(({ reason, until }) => reason.trim() === '' || !/^\d{4}-\d\d-\d\d$/.test(until))
      .map(({ id }) => `${id}: an exception needs a reason and an expiry date.`),
  ];
}

async function main([file, exceptionsFile]: readonly string[]): Promise<number> {
  const report = parsed(file === undefined ? await ask() : readFileSync(file, 'utf8'));
  if (report.auditReportVersion !== 2) {
    const why = report.message ?? `npm did not respond within ${PATIENCE_MS / 1_000} s`;
    process.stdout.write(`not checked: the registry is unavailable (${why})\n`);
    return 0;
  }
  const exceptions = JSON.parse(
    readFileSync(exceptionsFile ?? path.join(ROOT, 'scripts/audit-exceptions.json'), 'utf8'),
  ) as readonly Exception[];
  const wrong = judged(report, exceptions, new Date().toISOString().slice(0, 10));
  for (const line of wrong) process.stdout.write(`${line}\n`);
  if (wrong.length === 0) process.stdout.write(`checked: no vulnerabilities, ${exceptions.length} excused\n`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
