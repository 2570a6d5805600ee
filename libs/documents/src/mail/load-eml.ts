import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { DocumentFormat } from '@quarry/turn';
import type { DocumentLine, Loaded, Loader } from '../document';
import { loadedLines } from '../html/html-text';
import { counted } from '../remarks/left-out';
import { readAttachment } from './attachment';
import { messageLines } from './message-lines';

/** Depth of messages within messages; each is an attachment. */
const MOST_DEPTH = 4;
/** Attachments of a file, those of attached messages included. */
const MOST_ATTACHMENTS = 200;
const LIMITS = { maxNestingDepth: 64, maxHeadersSize: 2_000_000, forceRfc822Attachments: true } as const;

export type Loaders = Readonly<Record<DocumentFormat, Loader>>;

/**
 * Loads e-mails, and web pages saved as one file (MHTML): sender, recipients, date and subject as lines, the body, and
 * each attachment as a section, read by its format. Nothing that a message refers to is fetched.
 */
export function loadEml(bytes: Uint8Array, loaders: Loaders): Promise<Loaded> {
  return new MailReader(loaders).load(bytes, 1);
}

class MailReader {
  private attachments = 0;

  constructor(private readonly loaders: Loaders) {}

  async load(bytes: Uint8Array, depth: number): Promise<Loaded> {
    const mail = await parsed(bytes);
    if ('refusal' in mail) return mail;
    const lines: DocumentLine[] = [...messageLines(mail)];
    const remarks: string[] = [];
    let beyond = 0;
    for (const [i, attachment] of mail.attachments.entries()) {
      if (isDecoration(attachment, mail)) continue;
      if (++this.attachments > MOST_ATTACHMENTS) {
        beyond++;
        continue;
      }
      const name = nameOf(attachment, i);
      const attached = await readAttachment(name, contentOf(attachment), (format, content) =>
        this.loadAttached(format, content, depth),
      );
      if (attached.kind === 'left') remarks.push(`attachment ${name}: ${attached.reason}`);
      else {
        lines.push(...attached.lines);
        remarks.push(...attached.remarks.map((remark) => `attachment ${name}: ${remark}`));
      }
    }
    if (beyond > 0)
      remarks.push(`${counted(beyond, 'attachment')} after the first ${MOST_ATTACHMENTS} were not read`);
    const subject = mail.subject?.replace(/\s+/g, ' ').trim() ?? '';
    return loadedLines(
      { format: 'eml', title: subject === '' ? undefined : subject, pages: null, remarks },
      lines,
    );
  }

  private loadAttached(format: DocumentFormat, content: Uint8Array, depth: number): Promise<Loaded> {
    if (format !== 'eml') return guarded(this.loaders[format], content);
    if (depth >= MOST_DEPTH)
      return Promise.resolve({
        kind: 'refused',
        refusal: 'too_deep',
        reason: `messages nested more than ${MOST_DEPTH} deep are not read`,
      });
    return this.load(content, depth + 1);
  }
}

type Refusal = Extract<Loaded, { kind: 'refused' }>;

/** How Outlook's own messages begin. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

async function parsed(bytes: Uint8Array): Promise<Email | Refusal> {
  if (OLE.equals(bytes.subarray(0, OLE.length)))
    return {
      kind: 'refused',
      refusal: 'damaged',
      reason: 'The file is a message in the format of Outlook (.msg); save it as .eml.',
    };
  let mail: Email;
  try {
    mail = await PostalMime.parse(bytes, LIMITS);
  } catch (error) {
    const reason = `The message cannot be parsed: ${error instanceof Error ? error.message : String(error)}.`;
    return { kind: 'refused', refusal: 'damaged', reason };
  }
  return mail.headers.some(({ key }) =>
    /^(?:from|date|subject|mime-version|received|content-type)$/.test(key),
  )
    ? mail
    : {
        kind: 'refused',
        refusal: 'damaged',
        reason: 'The file is not an e-mail: it does not begin with the headers of one.',
      };
}

/** One damaged attachment leaves the others readable. */
async function guarded(load: Loader, content: Uint8Array): Promise<Loaded> {
  try {
    return await load(content);
  } catch (error) {
    const reason = `it could not be read: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'refused', refusal: 'damaged', reason };
  }
}

/** An image or style that the HTML body shows, such as a logo below a signature. */
function isDecoration({ contentId, related, mimeType }: Attachment, { html = '' }: Email): boolean {
  if (!/^(?:image|text\/css|font)/.test(mimeType)) return false;
  return (
    related === true || (contentId !== undefined && html.includes(`cid:${contentId.replace(/[<>]/g, '')}`))
  );
}

/** Its file name without folders, otherwise one of its type. */
function nameOf({ filename, mimeType }: Attachment, i: number): string {
  const plain = (filename ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^.*[\\/]/, '')
    .trim();
  if (plain !== '') return plain.slice(0, 200);
  const extension = {
    'message/rfc822': 'eml',
    'application/pdf': 'pdf',
    'text/html': 'html',
    'text/calendar': 'ics',
  }[mimeType];
  return `attachment-${i + 1}.${extension ?? 'txt'}`;
}

function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}
