import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { MAX_URL } from '@quarry/application/webhooks';
import { integer, queryInteger } from '../http/fields';

const PATH_SOURCE = z
  .strictObject({
    kind: z.literal('path').optional().describe('A folder or a file; the default.'),
    path: z.string().min(1).max(1_000).meta({
      example: '/srv/sources/acme/shop',
      description:
        'Absolute path of a folder or a file on the machines of the indexers, in one of the folders of QUARRY_INDEX_ROOTS.',
    }),
  })
  .meta({ id: 'IndexSourceDto' });

const GIT_SOURCE = z
  .strictObject({
    kind: z.literal('git').describe('A branch of a git repository on a server.'),
    url: z.string().min(1).max(MAX_URL).meta({
      example: 'https://git.example.com/acme/shop.git',
      description:
        'URL with `https:`, without user and password. Hosts of QUARRY_GIT_HOSTS may have private addresses and plain `http:`, and are asked with the credentials of the operator.',
    }),
    branch: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Branch or tag. The default branch of the repository by default.'),
  })
  .meta({ id: 'GitSourceDto' });

const SITE_SOURCE = z
  .strictObject({
    kind: z.literal('site').describe('A documentation site on the web.'),
    url: z.string().min(1).max(MAX_URL).meta({
      example: 'https://docs.example.com/en/latest/',
      description:
        'URL with `https:` of a page, whose links are followed, or of a sitemap (`.xml`, `.xml.gz`). Only pages of the same origin, below the folder of this URL, are read, as `robots.txt` allows. Hosts of QUARRY_GIT_HOSTS may have private addresses and plain `http:`.',
    }),
    pages: integer(1, 20_000).default(2_000).describe('Maximum number of pages.'),
  })
  .meta({ id: 'SiteSourceDto' });

const UPLOAD_SOURCE = z
  .strictObject({
    kind: z.literal('upload').describe('A file or an archive that was uploaded (`POST /v1/uploads`).'),
    upload: z
      .string()
      .min(1)
      .max(100)
      .describe('Id of the upload. It belongs to this snapshot from then on.'),
  })
  .meta({ id: 'UploadSourceDto' });

const CHUNKING = z
  .strictObject({
    tokens: integer(100, 8_000)
      .optional()
      .describe('Tokens of a chunk of prose. By default as in the last job; 256 in the first.'),
    overlap: integer(0, 4_000)
      .optional()
      .describe(
        'Tokens that a chunk repeats from the previous one, at most half of a chunk. By default as in the last job; 32 in the first.',
      ),
  })
  .meta({ id: 'IndexChunkingDto' });

/** An indexing job: the body of `POST /v1/index-jobs`. */
const INDEX_JOB = z.strictObject({
  repository: z.string().min(1).max(200).meta({
    example: 'shop',
    description:
      'Name of the repository: 1 to 100 letters, digits, `.`, `_` and `-`. An existing repository is updated.',
  }),
  snapshot: z
    .string()
    .min(1)
    .max(200)
    .default('current')
    .describe('Name of the snapshot: 1 to 100 letters, digits, `.`, `_` and `-`.'),
  source: z
    .union([PATH_SOURCE, GIT_SOURCE, SITE_SOURCE, UPLOAD_SOURCE])
    .optional()
    .describe('The files to index. By default those of the existing snapshot, again.'),
  rebuild: z
    .boolean()
    .default(false)
    .describe('Index from scratch, after damage or for another embedding model.'),
  vectors: z
    .boolean()
    .default(true)
    .describe('False to index keywords and the code graph only: faster, but with fewer hits.'),
  history: z
    .boolean()
    .default(true)
    .describe(
      'False to leave out the commits of a git repository, which answer when and why something changed. A git URL and an upload have none.',
    ),
  ocr: z
    .boolean()
    .optional()
    .describe(
      'Whether pages of PDF files that are pictures (scans) are read by OCR, some seconds each. By default as in the last job of the repository; false in the first.',
    ),
  chunking: CHUNKING.optional().describe('How prose is split into chunks.'),
  summaries: z
    .enum(['extractive', 'model'])
    .optional()
    .describe(
      'How section summaries are made: from the first sentences, or by the chat model. The chat model by default, if there is one.',
    ),
});

/** The query of `GET /v1/index-jobs`. */
const JOB_LIST = z.strictObject({
  limit: queryInteger(1, 200).default(20).describe('Maximum number of jobs.'),
});

export class BeginIndexJobDto extends createZodDto(INDEX_JOB) {}
export class JobsQuery extends createZodDto(JOB_LIST) {}
