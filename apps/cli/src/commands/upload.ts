import type { Command } from 'commander';
import type { IndexJobDto, QuarryClient } from '@quarry/client';
import { defined, Fault, isValidName } from '@quarry/turn';
import { withExamples, withJson } from '../options';
import { printableJson } from '../printable';
import { count } from '../index-report';
import { renderSnapshot } from '../render-repositories';
import { atServer, clientAt, withServer } from '../server/server';
import type { CommandContext, Terminal } from '../terminal';
import { followJob } from '../upload/follow-job';
import { withPackedFile } from '../upload/packed-file';
import { pickedFiles } from '../upload/picked-files';
import { sendFile } from '../upload/send-file';

/** Where `quarry serve` listens by default. */
const HERE = 'http://127.0.0.1:4780';

/** Endings of archives, which are no part of a repository's name. */
const ARCHIVE = /\.(?:zip|tar|tgz|tar\.gz)$/i;

interface UploadOptions {
  readonly server?: string;
  readonly repository?: string;
  readonly snapshot?: string;
  readonly vectors?: boolean;
  readonly rebuild?: boolean;
  readonly json?: boolean;
}

/** `quarry upload`: files of this machine, indexed by a running gateway. */
export function addUpload(command: Command, { terminal }: CommandContext): void {
  command
    .description(
      'Upload an archive, files or folders to a running gateway, which indexes them. Of a folder, what quarry index would read is ' +
        'sent, as one archive: neither what git ignores nor .git. Waits for the job and prints its report.',
    )
    .argument('<path...>', 'archive (.zip, .tar, .tar.gz, .tgz), files or folders; at most 256 MB together')
    .option('--repository <name>', 'repository name (default: the name of the file or folder)')
    .option('--snapshot <name>', 'snapshot name (default: current)')
    .option('--rebuild', 'discard what is indexed under this name, and start from scratch')
    .option('--no-vectors', 'keywords and graph only: much faster, but finds less');
  withExamples(withJson(withServer(command)), [
    ['quarry upload ~/src/shop', ''],
    ['quarry upload shop.zip --repository shop --server https://quarry.example', ''],
    ['quarry upload report.pdf prices.xlsx --repository reports', ''],
  ]).action(async (paths: readonly string[], options: UploadOptions) => {
    const job = await upload(paths, options, terminal);
    if (options.json === true) terminal.out(`${printableJson(job, 2)}\n`);
  });
}

async function upload(
  paths: readonly string[],
  { server = HERE, ...options }: UploadOptions,
  terminal: Terminal,
): Promise<IndexJobDto> {
  const client = clientAt(server);
  const { signal } = terminal;
  const picked = await pickedFiles(paths, signal);
  const repository = options.repository ?? picked.name.replace(ARCHIVE, '');
  if (!isValidName(repository))
    throw new Fault(
      'bad_request',
      `'${repository.slice(0, 100)}' cannot be the name of a repository: letters, digits, '.', '_' and '-', at most 100. Name one: --repository NAME.`,
    );
  if (picked.skipped.length > 0)
    terminal.note(`${count(picked.skipped.length, 'path')} left out, as quarry index does.`);
  const uploaded = await withPackedFile(
    picked,
    {
      signal,
      onPacked: (files) => {
        terminal.progress(`packing files: ${files} of ${picked.files.length}`);
      },
    },
    (file) =>
      uploading(signal, () =>
        sendFile(client, file, {
          signal,
          onSent: (bytes) => {
            terminal.progress(`uploading: ${megabytes(bytes)} of ${megabytes(file.bytes)} MB`);
          },
        }),
      ),
  );
  terminal.progress('');
  return atServer(() => index(client, uploaded.id, { ...options, repository }, terminal));
}

/** Sends, and says after Ctrl-C that nothing was indexed. */
async function uploading<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  try {
    return await atServer(send);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Fault('cancelled', 'the upload was not complete, and nothing is indexed. Run it again.', {
      cause: error,
    });
  }
}

async function index(
  client: QuarryClient,
  id: string,
  { repository, snapshot, vectors, rebuild, json }: UploadOptions & { readonly repository: string },
  terminal: Terminal,
): Promise<IndexJobDto> {
  const begun = await client.index.begin({
    repository,
    source: { kind: 'upload', upload: id },
    ...defined({ snapshot, rebuild }),
    ...(vectors === false ? { vectors } : {}),
  });
  const { job, failed } = await followJob(client, begun, terminal);
  if (json !== true && job.indexed)
    terminal.out(renderSnapshot({ ...job.indexed, failed, secretPlaces: [] }));
  return job;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
