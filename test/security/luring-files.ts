import { aPdf } from '@quarry/documents/testing';
import { docxParts, paragraph } from '../../libs/documents/src/docx/testing/docx-of';
import { zipOf } from '../../libs/documents/src/office/testing/zip-of';

/** Files with URLs to fetch, in every supported format. `at`: the base URL, with a slash at the end. */
export const luringFiles = (at: string): Readonly<Record<string, string | Buffer>> => ({
  'page.html': `<!doctype html><base href="${at}"><link rel="stylesheet" href="${at}a.css"><link rel="preload" href="${at}b"><script src="${at}a.js"></script>
    <meta http-equiv="refresh" content="0;url=${at}"><h1>Zebra</h1><img src="${at}a.png" srcset="${at}b.png 2x"><iframe src="${at}f"></iframe><object data="${at}o"></object>
    <embed src="${at}e"><video src="${at}v" poster="${at}p"></video><style>@import url(${at}s.css); p { background: url(${at}bg) }</style><p>A zebra.</p>`,
  'entities.html': `<!DOCTYPE html SYSTEM "${at}dtd" [<!ENTITY x SYSTEM "${at}x"> %y;]><p>&x; zebra</p><?xml-stylesheet href="${at}x.xsl"?>`,
  'picture.svg': `<?xml version="1.0"?><!DOCTYPE svg SYSTEM "${at}svg.dtd"><svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${at}i"/><use href="${at}u#a"/></svg>`,
  'guide.md': `---\nimage: ${at}front\n---\n# Zebra\n\n![a](${at}a.png) [b](${at}b) <img src="${at}c"> <${at}d>\n\n[e]: ${at}e\n`,
  'corpus.jsonl': `{"id":"1","title":"Zebra","text":"A zebra.","url":"${at}doc","source":"${at}s"}\n`,
  'quarry-urls.yaml': `- {path: guide.md, url: "${at}guide"}\n`,
  '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ${at}x.git\n`,
  'package.json': `{"name":"zebra","repository":"${at}r","dependencies":{"x":"${at}x.tgz"}}`,
  'tsconfig.json': `{"extends":"${at}tsconfig.json"}`,
  'schema.json': `{"$schema":"${at}schema","$ref":"${at}ref"}`,
  'main.ts': `import x from '${at}x.js';\n//# sourceMappingURL=${at}x.map\nexport const zebra = fetch('${at}y');\n`,
  'main.py': `import urllib.request\nZEBRA = urllib.request.urlopen('${at}p').read()\n`,
  'proc.sql': `CREATE PROCEDURE zebra AS SELECT * FROM OPENROWSET(BULK '${at}b', SINGLE_BLOB) AS x;\n`,
  'paper.docx': zipOf(
    docxParts(paragraph('Zebra', 'H1') + paragraph('A zebra.'), {
      'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
        'image',
        'attachedTemplate',
        'oleObject',
        'frame',
        'aFChunk',
        'subDocument',
      ]
        .map(
          (type, n) =>
            `<Relationship Id="r${n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${at}${type}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
      'word/comments.xml': `<?xml version="1.0"?><!DOCTYPE w SYSTEM "${at}w.dtd" [<!ENTITY % x SYSTEM "${at}x"> %x;]><w/>`,
    }),
  ),
  'paper.pdf': Buffer.from(
    Buffer.from(aPdf({ pages: [{ texts: [{ x: 60, y: 60, text: 'A zebra.', size: 12 }] }] }))
      .toString('latin1')
      .replace('/Type /Catalog', `/Type /Catalog /OpenAction << /S /URI /URI (${at}open) >> /Lang (x)`),
    'latin1',
  ),
});
