import { describe, expect, test } from 'vitest'
import { type Drawn, drawPdf } from './files.fixture.ts'
import { extractPdf } from './pdf.ts'
import { linesToMarkdown } from './pdf-layout.ts'
import { toTaggedLines } from './pdf-tagged.ts'

const read = async (...pages: Drawn[][]) => (await extractPdf(drawPdf(pages), 'a')).markdown
const COLUMNS = [60, 210, 360, 480]

/** Rows of cells, drawn from top to bottom; an empty cell is not drawn. */
const rows = (texts: string[][], { top = 700, font = 'F1' as 'F1' | 'F2', columns = COLUMNS } = {}): Drawn[] =>
  texts.flatMap((row, at) =>
    row.flatMap((text, column) => (text ? [{ text, x: columns[column]!, y: top - at * 18, font }] : [])),
  )
const prose = {
  text: 'Materials are charged extra, and travel within the city is free of charge for all orders.',
  x: 60,
  y: 740,
}
const PRICES = [
  ['Service', 'Monthly', 'Yearly'],
  ['Basic', '10 EUR', '100 EUR'],
  ['Plus', '', '150 EUR'],
  ['Pro', '20 EUR', ''],
]
const WRITTEN = `| Service | Monthly | Yearly |
| --- | --- | --- |
| Basic | 10 EUR | 100 EUR |
| Plus |  | 150 EUR |
| Pro | 20 EUR |  |`

describe('a table in a PDF', () => {
  test('has rows and columns, in which empty cells keep their place', async () => {
    const after = { ...prose, y: 580 }
    expect(await read([prose, ...rows(PRICES), after])).toBe(`${prose.text}\n\n${WRITTEN}\n\n${prose.text}`)
  })

  test('has columns whose numbers end below each other, and names in the middle', async () => {
    const right = (text: string, edge: number, y: number) => ({ text, x: edge - text.length * 5.6, y })
    const drawn = [
      ...[
        { text: 'Service', x: 60, y: 700 },
        { text: 'Monthly', x: 195, y: 700 },
        { text: 'Yearly', x: 330, y: 700 },
      ],
      ...['Basic', 'Plus', 'Pro'].flatMap((name, at) => [
        { text: name, x: 60, y: 682 - at * 18 },
        ...(at === 1 ? [] : [right(`${at + 1}0.00`, 240, 682 - at * 18)]),
        right(`${at + 1}00.00`, 370, 682 - at * 18),
      ]),
    ]
    expect(await read(drawn)).toContain('| Plus |  | 200.00 |\n| Pro | 30.00 | 300.00 |')
  })

  test.each([90, -90, 180])('may be turned by %d degrees', async (angle) => {
    const turned = rows(PRICES).map(({ text, x, y }) => {
      const [right, up] = [x - 60, y - 700]
      const place = { 90: [300 - up, 60 + right], [-90]: [300 + up, 700 - right], 180: [500 - right, 300 - up] }[angle]!
      return { text, x: place[0]!, y: place[1]!, angle }
    })
    expect(await read(turned)).toBe(WRITTEN)
  })

  test('has cells whose text wraps', async () => {
    const wrapped = [
      { text: 'For families with chil-', x: 60, y: 664 },
      { text: 'dren and dogs', x: 60, y: 651 },
      { text: '30 EUR', x: 210, y: 664 },
      { text: '300 EUR or', x: 360, y: 664 },
      { text: 'by agreement', x: 360, y: 651 },
    ]
    const text = await read([
      ...rows(PRICES.slice(0, 2)),
      ...wrapped,
      ...rows([['Pro', '20 EUR', '9 EUR']], { top: 633 }),
    ])
    expect(text).toContain(
      '| Basic | 10 EUR | 100 EUR |\n| For families with children and dogs | 30 EUR | 300 EUR or by agreement |\n| Pro | 20 EUR | 9 EUR |',
    )
  })

  test('has a header of two rows', async () => {
    const header = [
      { text: 'Room', x: 60, y: 718 },
      { text: 'Price per night', x: 240, y: 718 },
      { text: 'Summer', x: 210, y: 700 },
      { text: 'Winter', x: 360, y: 700 },
    ]
    expect(
      await read([
        ...header,
        ...rows(
          [
            ['Double', '120 EUR', '90 EUR'],
            ['Single', '80 EUR', '60 EUR'],
          ],
          { top: 682 },
        ),
      ]),
    ).toContain(
      '| Room | Price per night – Summer | Price per night – Winter |\n| --- | --- | --- |\n| Double | 120 EUR | 90 EUR |',
    )
  })

  test('without names of its columns has none, so that its first row is not lost', async () => {
    const hours = [
      ['Monday', '9-17'],
      ['Tuesday', '9-18'],
      ['Friday', '9-12'],
    ]
    expect(await read(rows(hours))).toBe(
      '|  |  |\n| --- | --- |\n| Monday | 9-17 |\n| Tuesday | 9-18 |\n| Friday | 9-12 |',
    )
    expect(await read(rows([['Day', 'Open'], ...hours]))).toContain('| Day | Open |\n| --- | --- |')
    const bold = rows([['Time', '8-20']], { font: 'F2', top: 718 })
    expect(await read([...bold, ...rows(hours)])).toContain('| Time | 8-20 |\n| --- | --- |')
  })

  test('goes on over the page, with or without its header again', async () => {
    const more = [
      ['Max', '40 EUR', '400 EUR'],
      ['Top', '50 EUR', '500 EUR'],
    ]
    const joined = `${WRITTEN}\n| Max | 40 EUR | 400 EUR |\n| Top | 50 EUR | 500 EUR |`
    expect(await read(rows(PRICES), rows(more))).toBe(joined)
    expect(await read(rows(PRICES), rows([PRICES[0]!, ...more]))).toBe(joined)
  })

  test('is a list of prices behind dots', async () => {
    const drawn = [
      ['Soup of the day', '4.50'],
      ['Salad', '6.00'],
      ['Steak with potatoes', '18.90'],
    ].map(([name, price], at) => ({
      text: `${name} ${'.'.repeat(30 - at * 3)} ${price}`,
      x: 60,
      y: 700 - at * 14,
    }))
    const text = await read(drawn)
    for (const row of ['| Soup of the day | 4.50 |', '| Salad | 6.00 |', '| Steak with potatoes | 18.90 |'])
      expect(text).toContain(row)
  })

  test('is no list with bullets or numbers, nor names with values', async () => {
    const list = (marker: (at: number) => string) =>
      ['Pack it well', 'Send it to us', 'Wait for a week'].flatMap((text, at) => [
        { text: marker(at), x: 60, y: 700 - at * 14 },
        { text, x: 90, y: 700 - at * 14 },
      ])
    expect(await read(list(() => '·'))).toBe('- Pack it well\n- Send it to us\n- Wait for a week')
    expect(await read(list((at) => `${at + 1}.`))).toBe('1. Pack it well\n2. Send it to us\n3. Wait for a week')
    const values = rows([
      ['Name:', 'Baton'],
      ['Weight:', '3 kg'],
      ['Height:', '20 cm'],
    ])
    expect(await read(values)).toBe('Name: Baton\nWeight: 3 kg\nHeight: 20 cm')
  })
})

describe('columns of prose in a PDF', () => {
  const left = ['Refunds are paid within', 'fourteen days after we', 'received the parcel back', 'in our warehouse.']
  const right = [
    'Parcels travel five days',
    'to Norway and two days',
    'to Denmark, and are',
    'insured up to 500 euros.',
  ]
  const words = async (drawn: Drawn[]) => (await read(drawn)).replace(/\s+/g, ' ')
  const both = `${left.join(' ')} ${right.join(' ')}`
  const line = (text: string, x: number, at: number) => ({ text, x, y: 740 - at * 14 })

  test('are read one after the other when their lines are drawn by turns', async () => {
    expect(await words(left.flatMap((text, at) => [line(text, 60, at), line(right[at]!, 320, at)]))).toBe(both)
  })

  test('are read one after the other when one is longer, and when there are three', async () => {
    const short = left.slice(0, 3).flatMap((text, at) => [line(text, 60, at), line(right[at]!, 320, at)])
    expect(await words([...short, line(right[3]!, 320, 3)])).toBe(`${left.slice(0, 3).join(' ')} ${right.join(' ')}`)
    const three = left.flatMap((text, at) => [line(text, 40, at), line(right[at]!, 220, at), line(left[at]!, 400, at)])
    expect(await words(three)).toBe(`${both} ${left.join(' ')}`)
  })

  test('are read one after the other when each is drawn whole', async () => {
    const whole = [...left.map((text, at) => line(text, 60, at)), ...right.map((text, at) => line(text, 320, at))]
    expect(await words(whole)).toBe(both)
  })
})

describe('a table that a tagged PDF says is one', () => {
  /** Pieces that stand as close as words, of which each is a cell; one piece of a joined letter has no mark. */
  const piece = (text: string, x: number, y: number, mark: string | undefined) => ({
    text,
    x,
    y,
    width: text.length * 5,
    size: 11,
    font: 'f',
    angle: 0,
    mark,
  })
  const cell = (role: string, id?: string) => ({ role, children: id ? [{ role: 'P', children: [{ id }] }] : [] })

  test('is read by its cells, however close they stand, with those that are empty', () => {
    const pieces = [
      piece('Our prices.', 60, 730, 'p'),
      piece('Plan', 60, 700, 'a'),
      piece('Monthly', 83, 700, 'b'),
      piece('Yearly', 121, 700, 'c'),
      piece('Sta', 60, 686, 'd'),
      piece('ff', 75, 686, undefined),
      piece('100 EUR', 121, 686, 'f'),
      piece('and up', 121, 672, 'f'),
    ]
    const rows = [
      { role: 'TR', children: [cell('TH', 'a'), cell('TH', 'b'), cell('TH', 'c')] },
      { role: 'TR', children: [cell('TD', 'd'), cell('TD'), cell('TD', 'f')] },
    ]
    const structure = { role: 'Root', children: [cell('P', 'p'), { role: 'Table', children: rows }] }
    expect(linesToMarkdown([toTaggedLines(pieces, structure)])).toBe(
      'Our prices.\n\n| Plan | Monthly | Yearly |\n| --- | --- | --- |\n| Staff |  | 100 EUR and up |',
    )
  })

  test('is read as text if it is there for layout', () => {
    const inner = { role: 'Table', children: [{ role: 'TR', children: [cell('TD', 'a')] }] }
    const outer = {
      role: 'Table',
      children: [{ role: 'TR', children: [{ role: 'TD', children: [inner] }, cell('TD', 'b')] }],
    }
    const pieces = [piece('Left', 60, 700, 'a'), piece('Right', 300, 600, 'b')]
    expect(linesToMarkdown([toTaggedLines(pieces, outer)])).toBe('Left\n\nRight')
  })
})
