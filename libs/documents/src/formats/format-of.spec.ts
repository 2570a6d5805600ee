import { formatOf } from './format-of';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const ZIP = 'PK\x03\x04\x14\0\0\0\x08\0';

describe('formatOf', () => {
  it.each([
    ['report.pdf', '%PDF-1.7\n', 'pdf'],
    ['report', '%PDF-1.4\n', 'pdf'],
    ['scan.bin', `\0\x01mail${' '.repeat(900)}%PDF-1.4`, 'pdf'],
    ['called.PDF', 'no such thing', 'pdf'],
    ['letter.docx', `${ZIP}word/document.xml`, 'docx'],
    ['letter', `${ZIP}[Content_Types].xml${ZIP}word/document.xml`, 'docx'],
    ['letter.docx', ZIP, 'docx'],
    ['locked.docx', '\xd0\xcf\x11\xe0', 'docx'],
    ['sheet.xlsx', `${ZIP}xl/workbook.xml`, 'xlsx'],
    ['sheet', `${ZIP}[Content_Types].xml${ZIP}xl/workbook.xml`, 'xlsx'],
    ['locked.xlsx', '\xd0\xcf\x11\xe0', 'xlsx'],
    ['sheet', `${ZIP.padEnd(30)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`, 'ods'],
    ['parts.csv', 'PN,Price', 'csv'],
    ['parts.TSV', 'PN\tPrice', 'csv'],
    ['deck.pptx', `${ZIP}ppt/presentation.xml`, 'pptx'],
    ['deck', `${ZIP}[Content_Types].xml${ZIP}ppt/presentation.xml`, 'pptx'],
    ['deck', `${ZIP.padEnd(30)}mimetypeapplication/vnd.oasis.opendocument.presentation`, 'odp'],
    ['text', `${ZIP.padEnd(30)}mimetypeapplication/vnd.oasis.opendocument.text`, 'odt'],
    ['book', `${ZIP.padEnd(30)}mimetypeapplication/epub+zip`, 'epub'],
    ['letter.doc', '{\\rtf1\\ansi', 'rtf'],
    ['mail.eml', 'From: a@example.org', 'eml'],
    ['saved.mht', 'From: <Saved by a browser>', 'eml'],
    ['work.ipynb', '{"cells": []', 'ipynb'],
    ['page.html', '<!doctype html>', 'html'],
    ['a/b.c/PAGE.HTM', '', 'html'],
    ['page.xhtml', '<?xml version="1.0"?>', 'html'],
  ] as const)('recognizes %s', (path, head, format) => {
    expect(formatOf(path, bytes(head))).toBe(format);
  });

  it.each([
    ['notes.md', '# A PDF begins with %PDF-1.4'],
    ['archive.zip', ZIP],
    ['app.ts', 'export {};'],
    ['far.bin', `\0${' '.repeat(1_100)}%PDF-1.4`],
    ['a.html/readme', 'text'],
    ['empty', ''],
  ])('ignores %s', (path, head) => {
    expect(formatOf(path, bytes(head))).toBeNull();
  });
});
