import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/index.ts'
import { batches } from '../../db/batches.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent, buildConversation } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { keepLines, selectIdsWithin, selectLines, termsOf, wordsFor } from '../search-index/index.ts'
import { marksOf, wordsOf } from '../search-index/words.ts'

describe.each(databases())('GET /organizations/{organization}/search on $name', (database) => {
  let test: TestApp
  let owner: Owner
  let agent: string
  let time = Date.parse('2026-03-01T10:00:00Z')

  beforeAll(async () => {
    test = await createTestApp({ database, now: () => time, worker: false })
  })
  beforeEach(async () => {
    owner = await test.signUp()
    agent = (await buildAgent(test, owner)).id
  })
  afterAll(() => test.close())

  const find = (q: string, query: Partial<NonNullable<Input<'search'>['query']>> = {}) =>
    test.request('search', { params: { organization: owner.organizationId }, query: { q, ...query } }, owner)
  const insertLines = (lines: readonly (Omit<Row<'search_lines'>, 'words'> & { words: readonly string[] })[]) =>
    test.deps.database.transaction(async (tx) => {
      for (const some of batches(lines)) {
        const rows = some.map((line) => ({ ...line, words: wordsFor(tx, line.organization_id, line.words) }))
        await tx.insertInto('search_lines').values(rows).execute()
      }
    })
  const ids = async (...query: Parameters<typeof find>) =>
    (await find(...query)).data.items.map((item) => item.conversation_id)
  const say = async (content: string) => {
    time += 1_000
    const { id } = await buildConversation(test, owner, agent)
    const params = { agent, conversation: id }
    const body = { content, seen_position: '0.0', force: true }
    expect((await test.request('replyToVisitor', { params, body }, owner)).status).toBe(201)
    return id
  }

  it('finds words in any order, unfinished ones, phrases, accents and scripts without spaces', async () => {
    const bicycle = await say('My blue Bicyclette is crème brûlée')
    const tower = await say('私は東京タワーに行きました')
    const water = await say('ฉันต้องการน้ำเย็น')
    const words: [string, string[]][] = [
      ['creme blue', [bicycle]],
      [`  blue${' '.repeat(200)}`, [bicycle]],
      ['𠮷'.repeat(101), []],
      ['BLUE bicy', [bicycle]],
      ['bicy blue', []],
      ['"blue bicyclette"', [bicycle]],
      ['"blue creme"', []],
      ['"blue bicy"', []],
      ['東京', [tower]],
      ['京東', []],
      ['น้ำ', [water]],
      ['…', []],
    ]
    for (const [query, expected] of words) expect([query, await ids(query)]).toEqual([query, expected])
  })

  it('shows a conversation once, with its latest line and marks, page by page', async () => {
    const made: string[] = []
    for (let count = 0; count < 21; count += 1) made.push(await say(`needle ${count}`))
    const params = { agent, conversation: made[0]! }
    time += 1_000
    await test.request('createNote', { params, body: { content: 'Again a needle here' } }, owner)
    const first = (await find('needle')).data
    expect(first.items[0]).toMatchObject({ conversation_id: made[0], excerpt: 'Again a needle here', marks: [[8, 14]] })
    expect(first.items.map((item) => item.conversation_id)).toEqual([made[0], ...made.slice(2).reverse()])
    const rest = (await find('needle', { cursor: first.next_cursor! })).data
    expect([rest.items.map((item) => item.conversation_id), rest.next_cursor]).toEqual([[made[1]], null])
  })

  it('forgets what was deleted at once, and keeps to filters and organizations', async () => {
    const one = await say('a needle')
    expect(await ids('needle', { status: 'closed' })).toEqual([])
    expect(await ids('needle', { agent, status: 'open', from: new Date(time).toISOString() })).toEqual([one])
    expect(await ids('needle', { to: new Date(time).toISOString() })).toEqual([])
    const params = { organization: owner.organizationId }
    await test.request('deleteConversation', { params: { agent, conversation: one } }, { key: await owner.key() })
    expect((await test.request('search', { params, query: { q: 'needle' } }, owner)).data.items).toEqual([])
    expect(await ids('needle')).toEqual([])
    const stranger = await test.signUp()
    expect((await test.request('search', { params, query: { q: 'needle' } }, stranger)).status).toBe(403)
    expect((await find('x'.repeat(201))).status).toBe(422)
    expect((await find('x', { cursor: '-' })).status).toBe(422)
  })

  it('filters by who has it, by label, status and origin', async () => {
    const params = (conversation: string) => ({ agent, conversation })
    const mine = await say('a needle')
    const other = await say('a needle')
    const label = (
      await test.request(
        'createLabel',
        { params: { organization: owner.organizationId }, body: { name: 'Refund', color: 'red' } },
        owner,
      )
    ).data.id
    await test.request('assignConversation', { params: params(mine), body: { assignee: owner.userId } }, owner)
    await test.request('assignConversation', { params: params(other), body: { assignee: null } }, owner)
    await test.request('labelConversation', { params: params(other), body: { add: [label] } }, owner)
    expect(await ids('needle', { assignee: owner.userId })).toEqual([mine])
    const { items } = (await find('needle', { assignee: owner.userId, expand: 'line' })).data
    expect(items[0]!.line).toMatchObject({ id: mine, assignee: { user_id: owner.userId } })
    expect(await ids('needle', { label })).toEqual([other])
    expect(await ids('needle', { label, assignee: owner.userId })).toEqual([])
    expect(await ids('needle', { origin: 'widget' })).toEqual([])
    expect(await ids('needle', { origin: 'public_api', status: 'open' })).toEqual([other, mine])
  })

  it('forgets edited notes and deleted ones', async () => {
    const one = await say('a needle')
    const params = { agent, conversation: one }
    const note = (await test.request('createNote', { params, body: { content: 'haystack' } }, owner)).data
    expect(await ids('haystack')).toEqual([one])
    await test.request('updateNote', { params: { ...params, note: note.id }, body: { content: 'barn' } }, owner)
    expect([await ids('haystack'), await ids('barn')]).toEqual([[], [one]])
    await test.request('deleteNote', { params: { ...params, note: note.id } }, owner)
    expect(await ids('barn')).toEqual([])
  })

  it('finds a visitor by the name that is known last, and what an import brings along', async () => {
    const body = { origin: 'widget' as const, chat_user: { id: 'ada', name: 'Ada Lovelace' } }
    const messages = Array.from({ length: 30 }, (_, at) => ({ role: 'visitor' as const, content: `row ${at}` }))
    const imported = { params: { agent }, body: { ...body, messages } }
    const { id } = (await test.request('importConversation', imported, owner)).data
    expect([await ids('lovelace'), await ids('row 29')]).toEqual([[id], [id]])
    const { read, transaction } = test.deps.database
    const before = await read.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const after = { ...before, chat_user_name: 'Grace Hopper' }
    await transaction((tx) => keepLines(tx, { before, after, added: [], entries: [] }))
    expect([await ids('lovelace'), await ids('grace hop')]).toEqual([[], [id]])
  })

  it('finds every line of many, the newest first, however common the words are', async () => {
    const organization_id = newId()
    const lines = Array.from({ length: 9_000 }, (_, at) => ({
      ...{ number: 1_000_000 + at, organization_id, conversation_id: newId(), kind: 'message' as const },
      ...{ message: at, entry: 0 },
      words: ['every', ...(at % 10 === 0 ? ['tenth'] : []), ...(at % 1_500 === 0 ? ['rare'] : [])],
    }))
    await insertLines(lines)
    for (const [word, each] of Object.entries({ every: 1, tenth: 10, rare: 1_500, absent: 10_000_000 })) {
      const numbers: number[] = []
      for (let before: number | null = Number.MAX_SAFE_INTEGER; before !== null; ) {
        const range = { before, from: 1_000_001, limit: 400 }
        const { lines: found, next } = await selectLines(test.deps.database.read, organization_id, termsOf(word), range)
        numbers.push(...found.map(({ number }) => number))
        before = next
      }
      const expected = lines.filter((_, at) => at > 0 && at % each === 0).map(({ number }) => number)
      expect(numbers).toEqual(expected.toReversed())
    }
  })

  it('finds what has the words and nothing else, whatever the texts and the query', async () => {
    const pieces = [
      'blue',
      'Blüe',
      'blues',
      'a',
      'ab',
      'abc',
      '東京',
      '京',
      'タワー',
      'น้ำ',
      'ﬁn',
      'max_1',
      ' ',
      ', ',
      '"',
      '👋',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((some) => some.join(' '))
    const joined = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((some) => some.join(''))
    const texts = fc.array(fc.oneof(text, joined), { minLength: 1, maxLength: 8 })
    const query = fc.oneof(
      text,
      joined,
      text.map((words) => `"${words}"`),
    )
    let number = 1
    await fc.assert(
      fc.asyncProperty(texts, fc.array(query, { minLength: 1, maxLength: 4 }), async (contents, queries) => {
        const organization_id = newId()
        const lines = contents.map((content, message) => {
          number += 1
          const place = { number, organization_id, conversation_id: newId(), kind: 'message' as const }
          return { ...place, message, entry: 0, words: wordsOf(content).map(({ word }) => word) }
        })
        await insertLines(lines)
        const all = { before: Number.MAX_SAFE_INTEGER, from: 0, limit: 100 }
        for (const terms of queries.map(termsOf).filter(({ length }) => length > 0)) {
          const { lines: found } = await selectLines(test.deps.database.read, organization_id, terms, all)
          const expected = lines.filter(({ message }) =>
            terms.every((term) => marksOf(wordsOf(contents[message]!), [term]).length > 0),
          )
          expect(found.map(({ message }) => message)).toEqual(expected.map(({ message }) => message).toReversed())
          const ids = lines.map(({ conversation_id }) => conversation_id)
          const lineOf = await selectLines(test.deps.database.read, organization_id, terms, all, ids)
          expect(lineOf.lines).toEqual(found)
          const within = await selectIdsWithin(test.deps.database.read, organization_id, terms, ids, 0, all.before)
          expect(within.toSorted()).toEqual(expected.map(({ conversation_id }) => conversation_id).toSorted())
        }
      }),
      { numRuns: 60 },
    )
  })
})
