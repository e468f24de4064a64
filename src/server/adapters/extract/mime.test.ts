import { describe, expect, test } from 'vitest'
import { extractFileDocument } from './file-document.ts'

const read = (text: string, fileName = 'a.doc', encoding: BufferEncoding = 'utf8') =>
  extractFileDocument({ bytes: new Uint8Array(Buffer.from(text.replace(/\n/g, '\r\n'), encoding)), fileName })

const html = `<html xmlns:o=3D'urn:x'>
<head><title>Hours</title></head>
<body><h1>Hours</h1><p>The caf=C3=A9 opens at eight on weekdays and at nine o=
n Sundays.</p></body></html>`
const part = (headers: string, body: string) => `------=_Part_1\n${headers}\n\n${body}\n`
const related = (parts: string, headers = '') => `${headers}MIME-Version: 1.0
Content-Type: multipart/related;
\tboundary="----=_Part_1"

${parts}------=_Part_1--
`
const PAGE = part(
  'Content-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\nContent-Location: file:///C:/x.html',
  html,
)
const PICTURE = part(
  'Content-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: a.png',
  'iVBORw0KGgo=',
)

describe('a page that is packed like a mail', () => {
  test.each([
    ['a wiki’s export to Word', related(PAGE, 'Date: Mon, 2 Nov 2026 10:00:00 +0000\nSubject: Exported\n'), 'a.doc'],
    [
      'a page saved by a browser',
      related(PAGE + PICTURE, 'From: <Saved by Blink>\nSnapshot-Content-Location: https://x.example/\n'),
      'a.mhtml',
    ],
    ['one without other headers', related(PICTURE + PAGE), 'a.txt'],
  ])('is read as the page: %s', async (_case, text, name) => {
    const { kind, document } = await read(text, name)
    expect({ kind, title: document.title }).toEqual({ kind: 'html', title: 'Hours' })
    expect(document.markdown).toBe('# Hours\n\nThe café opens at eight on weekdays and at nine on Sundays.')
  })

  test('is read in its own encoding', async () => {
    const page = part(
      'Content-Type: text/html; charset=windows-1250\nContent-Transfer-Encoding: base64',
      Buffer.from('<p>dziewi\xb9tej</p>', 'latin1').toString('base64'),
    )
    expect((await read(related(page), 'a.mht')).document.markdown).toBe('dziewiątej')
  })
})

describe('a mail', () => {
  const HEADERS =
    'From: Ann <ann@shop.example>\nTo: all@shop.example\nSubject: =?UTF-8?Q?Ferien_f=C3=BCr_alle?=\nMIME-Version: 1.0\n'

  test('is read without its headers', async () => {
    const { document } = await read(
      `${HEADERS}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nWir schlie=C3=9Fen im August.\n`,
      'a.eml',
    )
    expect(document).toMatchObject({ title: 'Ferien für alle', markdown: 'Wir schließen im August.' })
    const both = `${HEADERS}Content-Type: multipart/alternative; boundary="----=_Part_1"\n\n${part('Content-Type: text/plain', 'Closed in August.')}${part('Content-Type: text/html', '<p>Closed in <b>August</b>.</p>')}------=_Part_1--\n`
    expect((await read(both, 'a.txt')).document.markdown).toBe('Closed in **August**.')
    expect((await read('From: Ann\nTo: all\nSubject: Hi\n\nClosed in August.', 'a.eml')).document.markdown).toBe(
      'Closed in August.',
    )
  })

  test('without text is said to have none', async () => {
    await expect(read(related(PICTURE), 'a.eml')).rejects.toMatchObject({ code: 'empty' })
  })

  test('is no text that only begins like one', async () => {
    const text = 'Note: we open at nine.\nPrice: 5 euros\n\nContent-Type: is a header.'
    expect((await read(text, 'a.txt')).document.markdown).toBe(text)
  })
})

describe('a format of data', () => {
  test.each([
    [
      'a table of Excel 2003',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:x"><Worksheet/></Workbook>',
      'a.xls',
    ],
    ['a picture', '<svg xmlns="http://www.w3.org/2000/svg"><text>Nine</text></svg>', 'a.svg'],
    [
      'a picture with a declaration',
      '\ufeff<?xml version="1.0"?><!-- x --><!DOCTYPE svg><svg><text>Nine</text></svg>',
      'a.txt',
    ],
    ['a feed', '<rss version="2.0"><channel><title>News</title></channel></rss>', 'a.rss'],
    [
      'another feed',
      '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>',
      'a.xml',
    ],
    ['a calendar', 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Nine\nEND:VEVENT\nEND:VCALENDAR', 'a.ics'],
    ['a card', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD', 'a.vcf'],
  ])('is refused with a sentence: %s', async (_case, text, name) => {
    await expect(read(text, name)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/^This is .+ Upload .+\.$/),
    })
  })

  test('is no page of XHTML', async () => {
    const text =
      '<?xml version="1.0"?>\n<?xml-stylesheet href="a.css"?>\n<!DOCTYPE html PUBLIC "x">\n<html xmlns="x"><p>Nine</p></html>'
    expect(await read(text, 'a.xml')).toMatchObject({ kind: 'html', document: { markdown: 'Nine' } })
  })
})
