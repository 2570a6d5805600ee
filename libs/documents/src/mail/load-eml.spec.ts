import { LOADERS } from '../reader/loaders';
import { kindFile, loadedBy, refusalBy, shownLines } from '../testing/loading';
import { loadEml } from './load-eml';
import type { Loader } from '../document';

const load: Loader = (bytes) => loadEml(bytes, LOADERS);
const mail = (text: string): Uint8Array => new TextEncoder().encode(text.replaceAll('\n', '\r\n'));

describe('loadEml', () => {
  it('reads headers, the body, and attachments by their kind', async () => {
    const document = await loadedBy(load, kindFile('fees.eml'));
    expect(document).toMatchObject({
      format: 'eml',
      title: 'Berth fees – proposal',
      remarks: [
        'attachment harbour.pptx: 1 picture without a description was not read',
        'attachment raw.zip: archives (zip) are not read; unpack it',
      ],
    });
    const lines = shownLines(document);
    expect(lines.slice(0, 18)).toEqual([
      'From: Ines Moro <ines@vellamo.example>',
      "To: Board <board@vellamo.example>, Käpt'n Åse <ase@vellamo.example>",
      'Date: Tue, 04 Mar 2031 09:30:00 +0000',
      'Subject: Berth fees – proposal',
      '',
      'Dear all,',
      '',
      'the fee rises to EUR 1.85 per metre.',
      'Details are attached.',
      '',
      'Ines',
      '› fees.csv · # fees.csv',
      '› fees.csv · || Berth | Fee',
      '› fees.csv · | North quay | 1.85',
      '› fees.csv · | South quay | 1.40',
      '› harbour.pptx, slide 1 · # harbour.pptx',
      '› harbour.pptx, slide 1 · ## Harbour review 2031',
      '› harbour.pptx, slide 1 · Board meeting, Port of Vellamo',
    ]);
    expect(lines.slice(-6)).toEqual([
      '› Fog tomorrow.eml · # Fog tomorrow.eml',
      '› Fog tomorrow.eml · From: pilot@vellamo.example',
      '› Fog tomorrow.eml · To: office@vellamo.example',
      '› Fog tomorrow.eml · Subject: Fog tomorrow',
      '› Fog tomorrow.eml · ',
      '› Fog tomorrow.eml · Visibility below 200 m is expected until nine.',
    ]);
  });

  it('reads HTML where it has a table or there is no text, in the encodings of old programs', async () => {
    const table = mail(`From: a@b.c
Subject: =?iso-8859-1?Q?Geb=FChren?=
Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/plain

see table
--x
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>F=FCr alle</p><table><tr><th>Quay<th>Fee<tr><td>North<td>1.85</table><script>x()</script>
--x--
`);
    expect(shownLines(await loadedBy(load, table))).toEqual([
      'From: a@b.c',
      'Subject: Gebühren',
      '',
      'Für alle',
      '|| Quay | Fee',
      '| North | 1.85',
    ]);
  });

  it('reads web pages saved as one file', async () => {
    const saved = mail(`From: <Saved by Blink>
Subject: Tides
MIME-Version: 1.0
Content-Type: multipart/related; boundary=x; type="text/html"

--x
Content-Type: text/html

<h1>Tides</h1><p>They rise.</p>
--x
Content-Type: image/png
Content-Location: https://example.org/a.png
Content-ID: <a@b>

x
--x--
`);
    const document = await loadedBy(load, saved);
    expect(shownLines(document)).toContain('# Tides');
    expect(document.remarks).toEqual([]);
  });

  it('is bounded: messages in messages, attachments without end, nested parts', async () => {
    const within = (depth: number): string =>
      depth === 0
        ? 'From: a@b.c\nSubject: core\n\nthe core'
        : `From: a@b.c\nSubject: level ${depth}\nContent-Type: message/rfc822\n\n${within(depth - 1)}`;
    const deep = await loadedBy(load, mail(within(40)));
    expect(deep.remarks.join()).toMatch(/messages nested more than 4 deep are not read/);
    expect(shownLines(deep).join()).not.toContain('the core');
    expect(shownLines(await loadedBy(load, mail(within(2)))).join()).toContain('the core');
    const part = (i: number): string =>
      `--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename="../../${i}.txt"\n\nn${i}\n`;
    const many = mail(
      `From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n${Array.from({ length: 210 }, (_, i) => part(i)).join('')}--x--`,
    );
    const loaded = await loadedBy(load, many);
    expect(loaded.remarks).toEqual(['10 attachments after the first 200 were not read']);
    expect(shownLines(loaded)).toContain('› 7.txt · n7');
    const parts = Array.from(
      { length: 300 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
    );
    expect(await refusalBy(load, mail(`From: a@b.c\n${parts.join('')}`))).toMatch(/^damaged: .*nesting/i);
  });

  it('reads the other attachments if one is damaged, and refuses what is no message', async () => {
    const damaged = mail(
      'From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhello\n--x\nContent-Disposition: attachment; filename=a.docx\n\nPK nothing\n--x--',
    );
    const document = await loadedBy(load, damaged);
    expect(shownLines(document)).toContain('hello');
    expect(document.remarks).toEqual([
      expect.stringMatching(/^attachment a\.docx: The file is not a Word file/),
    ]);
    const outlook = Buffer.from('d0cf11e0a1b11ae1000000', 'hex');
    expect(await refusalBy(load, outlook)).toMatch(/format of Outlook \(\.msg\); save it as \.eml/);
    expect(await refusalBy(load, 'just a text')).toMatch(/^damaged: The file is not an e-mail/);
  });
});
