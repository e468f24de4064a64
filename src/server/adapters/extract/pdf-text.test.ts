import { describe, expect, test } from 'vitest'
import { type Drawn, drawPdf } from './files.fixture.ts'
import { extractPdf } from './pdf.ts'

const read = async (pages: Drawn[][], alphabet = '') => (await extractPdf(drawPdf(pages, { alphabet }), 'a')).markdown

describe('footnote marks in a PDF', () => {
  /** Texts beside each other, of which `^` begins a small raised one and `_` a small lowered one. */
  function line(first: string, ...more: string[]): Drawn {
    const then = more.map((written) => {
      if (written.startsWith('^')) return { text: written.slice(1), size: 6, rise: 4 }
      if (written.startsWith('_')) return { text: written.slice(1), size: 6, rise: -2 }
      return { text: written, size: 11, rise: 0 }
    })
    return { text: first, x: 60, y: 740, then }
  }
  test.each([
    [['A ticket costs 25', '^1', ' euros.'], 'A ticket costs 25 euros.'],
    [['A ticket costs 25', '^1,2', ' euros, and 90', '^3', '.'], 'A ticket costs 25 euros, and 90.'],
    [['Guaranteed for 10', '^2', ' years'], 'Guaranteed for 10 years'],
    [['Guaranteed for 10', '^*', ' years'], 'Guaranteed for 10 years'],
    [['Guaranteed for 10', '^b)', ' years'], 'Guaranteed for 10 years'],
    [['Open daily', '^12', ', and free.', '^†'], 'Open daily, and free.'],
    [['A room of 25 m', '^2', ' costs 90', '^3', ' euros'], 'A room of 25 m² costs 90 euros'],
    [['A tank of 2 m', '^3', ' of CO', '_2', ''], 'A tank of 2 m³ of CO₂'],
    [['Water is H', '_2', 'O, and x', '^2', ' is a square'], 'Water is H₂O, and x² is a square'],
    [['It has 5 x 10', '^6', ' lumens'], 'It has 5 x 10⁶ lumens'],
    [['On the 1', '^st', ' of May'], 'On the 1st of May'],
    [['Only $ 12', '^99', ' a day'], 'Only $ 12.99 a day'],
  ])('are left out, and other raised digits keep their meaning: %j', async ([first = '', ...more], expected) => {
    expect(await read([[line(first, ...more)]])).toBe(expected)
  })

  test('are left out when they are nearly as tall as the text, as browsers draw them', async () => {
    const then = [
      { text: '1', size: 10, rise: 4 },
      { text: ' euros.', size: 12, rise: 0 },
    ]
    expect(await read([[{ text: 'A ticket costs 25', x: 60, y: 740, size: 12, then }]])).toBe(
      'A ticket costs 25 euros.',
    )
  })

  test('keep their place at the beginning of the note', async () => {
    const note = { text: '1 Children pay half.', x: 60, y: 100, size: 7 }
    expect(await read([[line('A ticket costs 25', '^1', ' euros.'), note]])).toBe(
      'A ticket costs 25 euros.\n\n1 Children pay half.',
    )
  })
})

describe('a PDF written from right to left', () => {
  const hebrew = 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ'
  /** Pieces of a line from left to right, as a browser draws them. */
  function line(pieces: string[], y = 700): Drawn[] {
    let x = 60
    return pieces.map((text) => {
      const drawn = { text, x, y }
      x += Array.from(text).length * 6.2 + 3.5
      return drawn
    })
  }
  const visual = (text: string) => Array.from(text).reverse().join('')

  test('is read in the order of its lines, with numbers and words of other scripts as they are', async () => {
    const first = [
      '.info@example.com',
      visual('או בדואל'),
      '03-555 1234',
      visual('בערב, טלפון'),
      '17:30',
      visual('בבוקר ועד'),
      '9',
      visual('פתוח בשעה'),
    ]
    expect(await read([line(first)], hebrew)).toBe(
      'פתוח בשעה 9 בבוקר ועד 17:30 בערב, טלפון 03-555 1234 או בדואל info@example.com.',
    )
  })

  test('is read alike when it is drawn from the right', async () => {
    const drawn = line([visual('בערב'), '17:30', visual('עד')])
    expect(await read([drawn.toReversed()], hebrew)).toBe('עד 17:30 בערב')
  })

  test('has the groups of a telephone number in order, which its plus sign tells', async () => {
    const drawn = ['1234 555 3 972', '+', visual('טלפון')].map((text, at) => ({
      text,
      x: [60, 136.5, 146][at]!,
      y: 700,
    }))
    expect(await read([drawn.toReversed()], hebrew)).toBe('טלפון +972 3 555 1234')
  })

  test('has its brackets the right way round', async () => {
    expect(await read([line([visual('(חינם)'), visual('ילדים')])], hebrew)).toBe('ילדים (חינם)')
  })

  test('has ordinary letters, however its fonts draw them', async () => {
    const forms = ['ﺔ', 'ﺒ', 'ﺘ', 'ﻜ', 'ﻣ']
    const letters = forms.map((text, at) => ({ text, x: 60 + at * 6.1, y: 700 }))
    expect(await read([[...letters, { text: 'ﻻ', x: 110, y: 700 }]], '#ﺔﺒﺘﻜ$ﻣ%ﻻ')).toBe('لا مكتبة')
  })

  test('keeps its words in order within a line of another script', async () => {
    const drawn = ['The word', visual('עולם'), visual('שלום'), 'means peace.'].map((text, at) => ({
      text,
      x: [60, 110, 132, 155][at]!,
      y: 700,
    }))
    expect(await read([drawn], hebrew)).toBe('The word שלום עולם means peace.')
  })
})

describe('text that a PDF draws again', () => {
  test('at the same place is read once', async () => {
    const text = 'The pool opens at eight.'
    const drawn = [text, text, 'It is warm.'].map((text, at) => ({ text, x: 60 + at * 0.4, y: at < 2 ? 700 : 686 }))
    expect(await read([drawn])).toBe('The pool opens at eight. It is warm.')
  })
})

describe('running titles of a PDF', () => {
  const numbers = [1, 2, 3, 4, 5]
  const facts = numbers.map((number) => `Size ${number} costs ${number * number + 3} euros to send.`)

  test('are dropped as browsers print them: a date above, the address and the number of pages below', async () => {
    const page = (number: number) => [
      { text: '11/30/26, 2:03 PM', x: 20, y: 820, size: 8 },
      { text: facts[number - 1]!, x: 60, y: 740, size: 12 },
      { text: `https://parcels.example/rules ${number}/5`, x: 20, y: 17, size: 8 },
    ]
    expect(await read(numbers.map(page))).toBe(facts.join('\n\n'))
  })

  test('are dropped when they take several lines, in whatever order they are drawn', async () => {
    const page = (number: number, isLast: boolean) => {
      const titles = [
        { text: 'ACME Ltd - General terms', x: 60, y: 810, size: 9 },
        { text: 'Version 4.2 of May 2026', x: 60, y: 798, size: 9 },
        { text: 'Internal', x: 500, y: 810, size: 9 },
        { text: `Page ${number} of 5`, x: 280, y: 40, size: 9 },
        { text: 'ACME Ltd, 5 Main Street, Springfield', x: 60, y: 30, size: 9 },
      ]
      const body = [{ text: facts[number - 1]!, x: 60, y: 740 }]
      return isLast ? [...body, ...titles] : [...titles.slice(0, 3), ...body, ...titles.slice(3)]
    }
    for (const isLast of [true, false]) {
      expect(await read(numbers.map((number) => page(number, isLast)))).toBe(facts.join('\n\n'))
    }
  })

  test.each([
    ['extension', (number: number) => `Call the desk at extension ${200 + number}`],
    ['days', (number: number) => `We answer within ${9 + number} days`],
    ['sentence', (number: number) => `It sleeps up to ${number}.`],
  ])('are not the last lines of pages whose numbers happen to grow: %s', async (_case, last) => {
    const page = (number: number) => [
      { text: `About number ${number * number}.`, x: 60, y: 740 },
      { text: last(number), x: 60, y: 726 },
    ]
    const text = await read([1, 2, 3, 4].map(page))
    for (const number of [1, 2, 3, 4]) expect(text).toContain(last(number))
  })

  test.each([
    ['before its text', 0],
    ['after its text', 45],
  ])('may be over- or underlaid by a watermark drawn %s', async (order, angle) => {
    const mark = { text: 'CONFIDENTIAL', x: 120, y: 60, size: 64, angle }
    const page = (number: number) => {
      const lines = [
        { text: facts[number - 1]!, x: 60, y: 740 },
        { text: `${number}`, x: 290, y: 40, size: 9 },
      ]
      return order === 'before its text' ? [mark, ...lines] : [...lines, mark]
    }
    expect(await read(numbers.map(page))).toBe(facts.join('\n\n'))
  })

  test('do not include a watermark in small letters all over the page', async () => {
    const marks = numbers.map((at) => ({ text: 'Draft', x: 100 * at, y: 120 * at, angle: 30 }))
    expect(await read([[...marks, { text: facts[0]!, x: 60, y: 740 }]])).toBe(facts[0])
  })
})

describe('spaced letters in a PDF', () => {
  const sentence = 'The deposit is 50 euros, and 7 on top.'
  test.each([1.6, 3, 5, 9])('are read as words when the font adds %d points', async (spacing) => {
    const heading = { text: 'CANCELLATION POLICY', x: 50, y: 760, size: 22, spacing: spacing * 1.5 }
    expect(await read([[heading, { text: sentence, x: 50, y: 700, spacing }]])).toBe(
      `# CANCELLATION POLICY\n\n${sentence}`,
    )
  })

  test('are read as words when each letter is drawn by itself', async () => {
    const drawn = Array.from('The deposit is fifty euros.', (text, at) => ({ text, x: 50 + at * 10, y: 700 }))
    expect(await read([drawn.filter(({ text }) => text !== ' ')])).toBe('The deposit is fifty euros.')
  })

  test('are left as they are where they are words', async () => {
    expect(await read([[{ text: 'It comes in S M L X Y Z', x: 50, y: 700 }]])).toBe('It comes in S M L X Y Z')
    expect(await read([[{ text: 'S M L X', x: 50, y: 700 }]])).toBe('S M L X')
  })
})

describe('the fields of a form in a PDF', () => {
  const field = (entries: string, rect: string, name = 'f') =>
    `<</Type/Annot/Subtype/Widget/T(${name})/Rect[${rect}]${entries}>>`
  const filled = async (lines: Drawn[], ...annotations: string[]) =>
    (await extractPdf(drawPdf([lines], { annotations }), 'a')).markdown
  const labels = [
    { text: 'Opening hours', x: 60, y: 780 },
    { text: 'Delivery:', x: 60, y: 740 },
    { text: 'Country:', x: 300, y: 740 },
  ]

  test('are read beside their labels', async () => {
    const text = await filled(
      labels,
      field('/FT/Tx/V(ten to four)', '220 770 420 790'),
      field('/FT/Ch/Ff 131072/Opt[[(e)(Express)][(s)(Standard)]]/V(e)', '120 730 220 750', 'g'),
      field('/FT/Tx/V(Norway)', '360 730 420 750', 'h'),
    )
    expect(text.replace(/\s+/g, ' ')).toBe('Opening hours: ten to four Delivery: Express Country: Norway')
  })

  test('are read below or before their labels, and by their names without any', async () => {
    const text = await filled(
      [
        { text: 'Name of the guest', x: 60, y: 700 },
        { text: 'With breakfast', x: 80, y: 600 },
        { text: 'With a dog', x: 80, y: 560 },
      ],
      field('/FT/Tx/V(Ada Example)', '60 670 260 690'),
      field('/FT/Btn/V/Yes/AS/Yes/AP<</N<</Yes 7 0 R/Off 7 0 R>>>>', '60 598 72 610', 'b'),
      field('/FT/Btn/V/Off/AS/Off/AP<</N<</Yes 7 0 R/Off 7 0 R>>>>', '60 558 72 570', 'c'),
      field('/FT/Tx/TU(Remarks)/V(Late arrival)', '300 300 420 320', 'd'),
    )
    for (const part of [
      'Name of the guest: Ada Example',
      '[x] With breakfast',
      '[ ] With a dog',
      'Remarks: Late arrival',
    ])
      expect(text).toContain(part)
  })

  test('are not read when they are hidden, empty or passwords', async () => {
    const text = await filled(
      labels,
      field('/FT/Tx/F 2/V(secret)', '220 770 420 790'),
      field('/FT/Tx/Ff 8192/V(secret)', '120 730 220 750', 'g'),
      field('/FT/Tx', '360 730 420 750', 'h'),
    )
    expect(text.replace(/\s+/g, ' ')).toBe('Opening hours Delivery: Country:')
  })
})
