import { afterAll, describe, expect, it } from 'vitest'
import { createClerk } from './built-in.fixture.ts'

const clerk = createClerk()
afterAll(() => clerk.close())

const ROOMS = `| Room | Summer | Winter |
|---|---|---|
| Single room | 70 euros | 50 euros |
| Double room |  | 90 euros |
| Family room | 140 euros |  |`

const TWO_HEADERS = `|  | Price per night | Price per night |
|---|---|---|
| Room | Summer | Winter |
| Single room | 70 euros | 50 euros |
| Double room | 120 euros | 90 euros |`

const SPANNED = `| Room | Price per night |  |
|---|---|---|
|  | Summer | Winter |
| Single room | 70 euros | 50 euros |
| Double room | 120 euros | 90 euros |`

describe('a row of a table that is quoted', () => {
  it.each([
    [
      'keeps the names of its columns where the first of them is empty',
      ROOMS,
      'What does a double room cost?',
      'Double room: Winter 90 euros',
    ],
    ['keeps them where the last is empty', ROOMS, 'What does a family room cost?', 'Family room: Summer 140 euros'],
    [
      'keeps them where none is',
      ROOMS,
      'What does a single room cost?',
      'Single room: Summer 70 euros; Winter 50 euros',
    ],
    [
      'has the names of two rows of headers',
      TWO_HEADERS,
      'What does a double room cost?',
      'Double room: Price per night Summer 120 euros; Price per night Winter 90 euros',
    ],
    [
      'has the name that spans columns with each',
      SPANNED,
      'What does a double room cost?',
      'Double room: Price per night Summer 120 euros; Price per night Winter 90 euros',
    ],
  ])('%s', async (_, table, question, row) => {
    const { content } = await clerk.askText(question, table, 'Prices')
    expect(content).toContain(row)
    expect(content).not.toContain('Room: ')
  })

  it('is found by what its table lists, and by a name of its columns', async () => {
    const table =
      '| Room | Price per night – Summer | Price per night – Winter |\n|---|---|---|\n| Double | 120 EUR | 90 EUR |'
    const { content, decision } = await clerk.askText('a double room in winter', table)
    expect([decision, content]).toEqual(['answered', expect.stringContaining('Winter 90 EUR')])
    expect((await clerk.askText('a double flat in winter', table)).decision).toBe('unknown')
  })

  it('needs no names in a table of two columns', async () => {
    const table = '| Ticket | Price |\n|---|---|\n| Day ticket | 12 euros |\n| Week ticket | 50 euros |'
    expect((await clerk.askText('How much is a day ticket?', table)).content).toContain('Day ticket: 12 euros')
  })

  it('is no header where the table has all names, or figures nowhere', async () => {
    const table = '| Room | View | Bed |\n|---|---|---|\n| Attic | roof | narrow |\n| Tower | sea | wide |'
    expect((await clerk.askText('Which view has the attic?', table)).content).toContain('Attic: View roof; Bed narrow')
  })
})
