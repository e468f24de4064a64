import { describe, expect, test } from 'vitest'
import { extractFileDocument } from './file-document.ts'
import { makeDocx, paragraph } from './files.fixture.ts'
import { readZip, writeZip } from './zip.ts'

const read = async (body: string, parts: Record<string, string> = {}) => {
  const more = Object.entries(parts).map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) }))
  return (await extractFileDocument({ bytes: makeDocx(body, more), fileName: 'a.docx' })).document.markdown
}
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const row = (cells: string[], properties = '') =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : paragraph(cell)}</w:tc>`).join('')}</w:tr>`
const relationships = (...of: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Target="${target}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}"/>`,
    )
    .join('')}</Relationships>`

describe('what a Word document does not show', () => {
  const styles = (text: string) => ({
    'word/styles.xml': `<w:styles ${WORD}>${text}</w:styles>`,
    'word/_rels/document.xml.rels': relationships(['styles', 'styles.xml']),
  })
  const style = (type: string, id: string, properties: string, based = '') =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${based && `<w:basedOn w:val="${based}"/>`}<w:rPr>${properties}</w:rPr></w:style>`
  const hidden = style('character', 'Secret', '<w:vanish/>')
  const shown = run('The fee is 250 euros.')

  test.each([
    ['a run', `<w:p>${shown}${run(' Go down to 180.', '<w:vanish/>')}</w:p>`, ''],
    ['a run hidden on the web', `<w:p>${shown}${run(' Go down to 180.', '<w:webHidden/>')}</w:p>`, ''],
    [
      'a run hidden even where hidden text is shown',
      `<w:p>${shown}${run(' 180', '<w:specVanish w:val="true"/>')}</w:p>`,
      '',
    ],
    [
      'a link',
      `<w:p>${shown}<w:hyperlink w:anchor="x">${run(' 180', '<w:vanish w:val="1"/>')}</w:hyperlink></w:p>`,
      '',
    ],
    ['a tracked insertion', `<w:p>${shown}<w:ins w:id="1">${run(' 180', '<w:vanish/>')}</w:ins></w:p>`, ''],
    ['a style of characters', `<w:p>${shown}${run(' 180', '<w:rStyle w:val="Secret"/>')}</w:p>`, hidden],
    [
      'a style of paragraphs',
      `<w:p>${shown}</w:p>${paragraph('Go down to 180.', 'Note')}`,
      style('paragraph', 'Note', '<w:vanish/>'),
    ],
    [
      'a style based on one',
      `<w:p>${shown}</w:p>${paragraph('Go down to 180.', 'Later')}`,
      style('paragraph', 'Note', '<w:vanish/>') + style('paragraph', 'Later', '', 'Note'),
    ],
    [
      'a row',
      `<w:p>${shown}</w:p><w:tbl>${row(['Fee', '180'], '<w:hidden/>')}${row(['180', '180'], '<w:del w:id="1"/>')}</w:tbl>`,
      '',
    ],
    [
      'the items of a list',
      `<w:p>${shown}</w:p><w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('180', '<w:vanish/>')}</w:p>`,
      '',
    ],
    [
      'a text box',
      `<w:p>${shown}<w:r><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="Box" hidden="1"/><w:txbxContent>${paragraph('180')}</w:txbxContent></wp:anchor></w:drawing></w:r></w:p>`,
      '',
    ],
  ])('is not learnt: %s', async (_case, body, inStyles) => {
    expect(await read(body, styles(inStyles))).toBe('The fee is 250 euros.')
  })

  test('is not learnt in a footnote or a deleted cell', async () => {
    const note = `<w:footnote w:id="2"><w:p>${run('Without breakfast.')}${run(' Cook says 180.', '<w:vanish/>')}</w:p></w:footnote>`
    const text = await read(`<w:p>${shown}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, {
      'word/footnotes.xml': `<w:footnotes ${WORD}>${note}</w:footnotes>`,
      'word/_rels/document.xml.rels': relationships(['footnotes', 'footnotes.xml']),
    })
    expect(text).toBe('The fee is 250 euros.\n\n1. Without breakfast.')
    const deleted = `<w:tcPr><w:cellDel w:id="3"/></w:tcPr>${paragraph('180')}`
    expect(await read(`<w:tbl>${row(['Fee', 'From'])}${row(['250', deleted])}</w:tbl>`)).not.toContain('180')
  })

  test('is learnt where a run says that it is shown, and where two styles undo each other', async () => {
    const own = run('Shown.', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')
    const both = `<w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr>${run('Shown too.', '<w:rStyle w:val="Secret"/>')}</w:p>`
    const text = await read(`<w:p>${own}</w:p>${both}`, styles(hidden + style('paragraph', 'Note', '<w:vanish/>')))
    expect(text).toBe('Shown.\n\nShown too.')
  })

  test('is learnt where only the end of the paragraph is hidden, as between a title and the text beside it', async () => {
    const mark = '<w:pPr><w:rPr><w:vanish/><w:specVanish/></w:rPr></w:pPr>'
    expect(await read(`<w:p>${mark}${run('Fees. ')}</w:p><w:p>${shown}</w:p>`)).toMatch(
      /Fees\.\s+The fee is 250 euros\./,
    )
  })

  test('is known by its namespace, whatever its prefix is', async () => {
    const text = await read(
      `<n:p xmlns:n="http://purl.oclc.org/ooxml/wordprocessingml/main"><n:r><n:t>Shown.</n:t></n:r><n:r><n:rPr><n:vanish n:val="on"/></n:rPr><n:t> Not.</n:t></n:r></n:p>`,
    )
    expect(text).toBe('Shown.')
  })
})

describe('footnotes and endnotes of a Word document', () => {
  test('are learnt without the arrow that leads back', async () => {
    const text = await read(
      `<w:p>${run('Parking costs 12 euros')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' a day → pay at the desk ↑')}<w:r><w:endnoteReference w:id="3"/></w:r></w:p>`,
      {
        'word/footnotes.xml': `<w:footnotes ${WORD}><w:footnote w:id="2">${paragraph('Free for guests.')}</w:footnote></w:footnotes>`,
        'word/endnotes.xml': `<w:endnotes ${WORD}><w:endnote w:id="3">${paragraph('In cash.')}</w:endnote></w:endnotes>`,
        'word/_rels/document.xml.rels': relationships(['footnotes', 'footnotes.xml'], ['endnotes', 'endnotes.xml']),
      },
    )
    expect(text).toBe('Parking costs 12 euros a day → pay at the desk ↑\n\n1. Free for guests.\n2. In cash.')
  })
})

describe('a field of a Word document', () => {
  test('is learnt as what it shows', async () => {
    const field = `<w:fldSimple w:instr=" REF fee ">${run('250 euros')}</w:fldSimple>`
    expect(await read(`<w:p>${run('The fee is ')}${field}${run('.')}</w:p>`)).toBe('The fee is 250 euros.')
  })
})

describe('Japanese with a phonetic guide in Word', () => {
  test('is learnt without the guide', async () => {
    const guided = (text: string, guide: string) =>
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run(guide)}</w:rt><w:rubyBase>${run(text)}</w:rubyBase></w:ruby></w:r>`
    const body = `<w:p>${guided('九時', 'くじ')}${run('に')}${guided('開', 'あ')}${run('きます。')}</w:p>`
    expect(await read(body)).toBe('九時に開きます。')
  })
})

describe('what Word has two elements for', () => {
  test('is learnt alike: text struck out twice, ends of lines, tabs', async () => {
    const price = `<w:p>${run('Price: ')}${run('100', '<w:dstrike/>')}${run(' 80 euros')}</w:p>`
    expect(await read(price)).toBe('Price: ~~100~~ 80 euros')
    const hours = `<w:p>${run('Monday')}<w:r><w:ptab/></w:r>${run('9 to 5')}<w:r><w:cr/></w:r>${run('Tuesday closed')}</w:p>`
    expect(await read(hours)).toBe('Monday 9 to 5\nTuesday closed')
  })
})

describe('a text box of a Word document is learnt once', () => {
  const box = `<w:txbxContent>${paragraph('Call 555 0199.')}</w:txbxContent>`
  const drawing = `<w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:txbx>${box}</wps:txbx></wps:wsp></wp:anchor></w:drawing>`
  const fallback = `<mc:Fallback><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${box}</v:textbox></v:shape></w:pict></mc:Fallback>`
  const inForms = (more: string) =>
    `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">${drawing}</mc:Choice>${more}</mc:AlternateContent>`

  test.each([
    ['without an older form', inForms('')],
    ['with an older form', inForms(fallback)],
    ['with an empty older form', inForms('<mc:Fallback/>')],
    ['as it is', drawing],
  ])('%s', async (_case, content) => {
    expect(await read(`<w:p>${run('Welcome.')}<w:r>${content}</w:r></w:p>`)).toBe('Welcome.\n\nCall 555 0199.')
  })

  test('and what is hidden in it is not', async () => {
    const secret = drawing.replace('</w:p>', `${run(' Never at night.', '<w:vanish/>')}</w:p>`)
    expect(await read(`<w:p>${run('Welcome.')}<w:r>${secret}</w:r></w:p>`)).toBe('Welcome.\n\nCall 555 0199.')
  })
})

describe('an equation of a Word document', () => {
  const text = (characters: string) => `<m:r><m:t>${characters}</m:t></m:r>`
  const part = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`
  test.each([
    ['letters', text('d+12'), 'd+12'],
    ['a fraction', part('f', part('num', text('d')) + part('den', text('12'))), 'd/12'],
    ['a fraction of a sum', part('f', part('num', text('a+b')) + part('den', text('2'))), '(a+b)/2'],
    ['a power', part('sSup', part('e', text('x')) + part('sup', text('2'))), 'x²'],
    ['a power of letters', part('sSup', part('e', text('x')) + part('sup', text('k+1'))), 'x^(k+1)'],
    ['an index', part('sSub', part('e', text('x')) + part('sub', text('i'))), 'x_i'],
    ['a root', part('rad', part('deg', '') + part('e', text('2a'))), '√2a'],
    ['brackets', part('d', part('e', text('p')) + part('e', text('q'))), '(p|q)'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', text('1'))}${part('sup', text('9'))}${part('e', text('k'))}</m:nary>`,
      '∑₁⁹ k',
    ],
    ['a less-than sign', text('a &lt; b &amp; c'), 'a &lt; b & c'],
  ])('is written on its line: %s', async (_case, equation, written) => {
    const body = `<w:p>${run('Charge: ')}<m:oMath ${MATH}>${equation}</m:oMath>${run(' euros.')}</w:p>`
    expect(await read(body)).toBe(`Charge: ${written.replace('&lt;', '<')} euros.`)
  })

  test('on a line of its own is learnt too', async () => {
    const body = `<w:p><m:oMathPara ${MATH}><m:oMath>${text('c=5')}</m:oMath></m:oMathPara></w:p>`
    expect(await read(`${paragraph('The charge:')}${body}`)).toBe('The charge:\n\nc=5')
  })
})

describe('a header of two rows in a Word table', () => {
  const span = (text: string) => `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph(text)}`
  const merged = (text: string, how: string) => `<w:tcPr><w:vMerge${how}/></w:tcPr>${text ? paragraph(text) : '<w:p/>'}`
  const data = row(['Double', '120 EUR', '90 EUR'])
  test.each([
    [
      'marked as a header',
      row(['Room', span('Price')], '<w:tblHeader/>') + row(['', 'Summer', 'Winter'], '<w:tblHeader/>'),
    ],
    ['merged', row([merged('Room', ' w:val="restart"'), span('Price')]) + row([merged('', ''), 'Summer', 'Winter'])],
    ['with an empty cell', row(['Room', span('Price')]) + row(['', 'Summer', 'Winter'])],
  ])('gives each column one name: %s', async (_case, header) => {
    expect(await read(`<w:tbl>${header}${data}</w:tbl>`)).toBe(
      '| Room | Price – Summer | Price – Winter |\n| --- | --- | --- |\n| Double | 120 EUR | 90 EUR |',
    )
  })
})

describe('a Word document of an odd program', () => {
  test('is read when the names in its archive have backslashes', async () => {
    const entries = readZip(makeDocx(paragraph('We open at nine.')), 1_000_000)
    const bytes = writeZip(entries.map((entry) => ({ name: entry.name.replaceAll('/', '\\'), bytes: entry.read() })))
    const { kind, document } = await extractFileDocument({ bytes, fileName: 'a.docx' })
    expect([kind, document.markdown]).toEqual(['docx', 'We open at nine.'])
  })

  test('is refused with what to do when its text is another file inside it', async () => {
    const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    await expect(read(`<w:altChunk ${relation} r:id="rId9"/>`)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('Open it in Word, save it again'),
    })
  })
})
