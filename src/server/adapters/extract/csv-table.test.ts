import { describe, expect, test } from 'vitest'
import { extractFileDocument } from './file-document.ts'

async function read(text: string, fileName = 'a.csv') {
  const { kind, document } = await extractFileDocument({ bytes: new TextEncoder().encode(text), fileName })
  expect(kind).toBe('csv')
  return document.markdown.split('\n\n')
}

describe('the rows of a table', () => {
  const named = ['product: Lamp; price: 20 EUR', 'product: Chair; price: 45 EUR']

  test.each([
    ['numbers its rows', ',product,price\n0,Lamp,20 EUR\n1,Chair,45 EUR'],
    ['numbers its rows from one', '"",product,price\r\n1,Lamp,20 EUR\r\n2,Chair,45 EUR\r\n'],
    ['was numbered twice', 'Unnamed: 0,product,price\n0,Lamp,20 EUR\n1,Chair,45 EUR'],
    ['ends its lines with a comma', 'product,price,\nLamp,20 EUR,\nChair,45 EUR,'],
    ['ends its lines with commas below the names alone', 'product,price\nLamp,20 EUR,,\nChair,45 EUR,,'],
    ['ends its lines with semicolons', 'product;price;;\nLamp;20 EUR;;\nChair;45 EUR;;'],
    ['has an empty column between others', 'product,,price\nLamp,,20 EUR\nChair,,45 EUR'],
    ['has empty rows', ',,\nproduct,price,\n,,\nLamp,20 EUR,\n,,\nChair,45 EUR,\n'],
  ])('bear the names of their columns in a table that %s', async (_case, text) => {
    expect(await read(text)).toEqual(named)
  })

  test.each([
    ['one title', 'Price list 2026\nproduct,price\nLamp,20 EUR\nChair,45 EUR'],
    ['a title in a row of cells', 'Price list 2026,,\n,,\nproduct,price,\nLamp,20 EUR,\nChair,45 EUR,'],
    ['a title with other signs', '"Prices, all; 2026"\nproduct;price\nLamp;20 EUR\nChair;45 EUR'],
    ['a title with commas in it', 'Prices, all of them, here\nproduct;price\nLamp;20 EUR\nChair;45 EUR'],
  ])('bear them below %s', async (_case, text) => {
    const [title, ...rows] = await read(text)
    expect(title).toMatch(/^Price/)
    expect(rows).toEqual(named)
  })

  test('are read as their readers see them where cells hold HTML', async () => {
    const rows =
      'question,answer\nDo you ship?,"<p>Yes, for <b>nine</b> euros.</p><p>By train.</p>"\nIs a < b?,No > yes'
    expect(await read(rows)).toEqual([
      'question: Do you ship?; answer: Yes, for **nine** euros. By train.',
      'question: Is a < b?; answer: No > yes',
    ])
  })

  test('bear them below several lines that are no part of the table, and above others', async () => {
    const rows = 'product,price,note\nLamp,20 EUR,new\nChair,45 EUR,\nTable,90 EUR,old\n'
    expect(await read(`Shop of the Sun\nvalid in 2026\n\n${rows}\nAll prices with tax`)).toEqual([
      'Shop of the Sun',
      'valid in 2026',
      'product: Lamp; price: 20 EUR; note: new',
      'product: Chair; price: 45 EUR',
      'product: Table; price: 90 EUR; note: old',
      'All prices with tax',
    ])
  })

  test.each([
    ['dates', 'Room,2026-12-24,2026-12-25\nDouble,90,190', 'Room: Double; 2026-12-24: 90; 2026-12-25: 190'],
    ['other dates', 'Room;24.12.2026;25.12.2026\nDouble;90;190', 'Room: Double; 24.12.2026: 90; 25.12.2026: 190'],
    ['days', 'Room,24/12,25/12\nDouble,90,190', 'Room: Double; 24/12: 90; 25/12: 190'],
    ['years', 'Plan,2025,2026\nPro,90,190', 'Plan: Pro; 2025: 90; 2026: 190'],
    ['years alone', '2025,2026\n90,190\n100,200', '2025: 90; 2026: 190'],
    ['years beside unnamed rows', ',2025,2026\nPro,90,190\nTeam,100,200', 'Pro; 2025: 90; 2026: 190'],
    ['seasons of years', 'Plan,2025/26,2026/27\nPro,90,190', 'Plan: Pro; 2025/26: 90; 2026/27: 190'],
    ['hours', 'Day,09:00,10:00\nMonday,Yoga,Swimming', 'Day: Monday; 09:00: Yoga; 10:00: Swimming'],
    ['counted things', 'Nights,1,2,3\nDouble,90,170,240', 'Nights: Double; 1: 90; 2: 170; 3: 240'],
    ['twins', 'Day,Open,Open\nMonday,9,14', 'Day: Monday; Open: 9; Open: 14'],
  ])('are named by %s', async (_case, text, first) => {
    expect((await read(text))[0]).toBe(first)
  })

  test('are named by a header of two rows', async () => {
    const rows = ['Double,120 EUR,90 EUR', 'Single,80 EUR,60 EUR'].join('\n')
    const expected = 'Room: Double; Price – Summer: 120 EUR; Price – Winter: 90 EUR'
    expect((await read(`Room,Price,\n,Summer,Winter\n${rows}`))[0]).toBe(expected)
    expect((await read(`,Price,\nRoom,Summer,Winter\n${rows}`))[0]).toBe(expected)
    expect((await read(`Room,Price,Price\n,Summer,Winter\n${rows}`))[0]).toBe(expected)
    expect((await read(`Room,Price,\n,2025,2026\n${rows}`))[0]).toBe(
      'Room: Double; Price – 2025: 120 EUR; Price – 2026: 90 EUR',
    )
  })

  test('keep their columns where cells are empty', async () => {
    expect(await read('product,price,stock\nLamp,,3\n,45 EUR,\n')).toEqual(['product: Lamp; stock: 3', 'price: 45 EUR'])
    expect(await read(',Summer,Winter\nDouble,,90 EUR')).toEqual(['Double; Winter: 90 EUR'])
  })

  test.each([
    ['numbers', '1,2\n3,4', '1; 2'],
    ['things of a year', 'Lamp,2019\nChair,2021', 'Lamp; 2019'],
    ['things of a day', 'Lamp,2026-01-02\nChair,2026-01-03', 'Lamp; 2026-01-02'],
    ['things and prices', 'Lamp,20 EUR\nChair,45 EUR', 'Lamp; 20 EUR'],
  ])('have no names where the first row is like the others: %s', async (_case, text, first) => {
    expect((await read(text))[0]).toBe(first)
  })
})
