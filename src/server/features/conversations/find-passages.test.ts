import { describe, expect, it } from 'vitest'
import { answer } from '../../adapters/models/answer.ts'
import { queriesOf, questionsIn } from '../../adapters/models/questions.ts'
import type { HistoryMessage } from '../../adapters/models/search-query.ts'
import type { Passage } from '../../knowledge/types.ts'
import { findFor } from './find-passages.ts'

/** A passage; `share` is that of the chunks which hold the one word of the question that says something. */
function passage(id: string, content: string, similarity: number, among = 500, share = 0.01): Passage {
  const asked = [{ term: 'releas', weight: 1, share }]
  const unit = { kind: 'sentence', block: 0, text: content, similarity, coverage: similarity } as const
  const fit = { score: similarity * 2, similarity, coverage: similarity, headingSimilarity: 0, trust: 1, whole: 1 }
  return { id, sourceId: id, title: 'Songs', url: null, heading: null, content, among, asked, units: [unit], ...fit }
}

const visitor = (content: string): HistoryMessage => ({ role: 'visitor', content })
const said: HistoryMessage = { role: 'assistant', content: 'Bruno Mars wrote it.' }
const RELEASED = 'Grenade was released in 2010.'
const CAME_OUT = 'Grenade came out in 2010.'

/** Finds for the last message of a conversation, and answers it; `found` are the passages by the query's beginning. */
async function ask(history: HistoryMessage[], found: Record<string, Passage[]>, written?: string) {
  const queries: string[] = []
  const find = async (query: string) => {
    queries.push(query)
    return found[query] ?? []
  }
  const read: HistoryMessage[][] = []
  const write = async (messages: readonly HistoryMessage[]) => {
    read.push([...messages])
    return written
  }
  const search = { find, write }
  const asked = await Promise.all(questionsIn(history).map((one) => findFor(one, history, 'balanced', search)))
  const questions = asked.map((one) => ({ ...one, actions: [] }))
  const reply = answer({ questions, canHandOver: false, threshold: 'balanced', completedAfter: null })
  const searched = queriesOf(questions, reply.quoted)
  return {
    queries,
    searched,
    read,
    written: asked.at(-1)?.written,
    given: asked.flatMap(({ given }) => given.map(({ id }) => id)),
    reply,
  }
}

describe('the passages for a message', () => {
  const first = 'Who wrote Grenade?'
  const follows = 'Do you know when the song was released?'
  const both = `${first}\n${follows}`

  it('are searched for once where it is the first one', async () => {
    const { queries, read } = await ask([visitor(follows)], { [follows]: [passage('a', 'Some song.', 0.1)] }, 'x')
    expect([queries, read]).toEqual([[follows], []])
  })

  it('are drawn in turn from two searches where it finds nothing by itself', async () => {
    const { queries, given } = await ask([visitor(first), said, visitor(follows)], {
      [follows]: [passage('a', 'Some song.', 0.1), passage('b', 'A choir sings.', 0.1)],
      [both]: [passage('c', RELEASED, 0.9), passage('a', 'Some song.', 0.1)],
    })
    expect(queries).toEqual([follows, both])
    expect(given).toEqual(['a', 'c', 'b'])
  })

  it('answer it by what both searches find, if that is near enough to both questions', async () => {
    const asking = (nearness: number) =>
      ask([visitor(first), said, visitor(follows)], {
        [follows]: [passage('a', 'Some song.', 0.1), passage('c', CAME_OUT, 0.1)],
        [both]: [passage('d', 'Bruno Mars sings.', 0.9), passage('c', CAME_OUT, nearness)],
      })
    const { reply, searched } = await asking(0.42) // a score of 0.84, where 1.8 is the highest possible
    expect(reply).toMatchObject({ text: CAME_OUT, quoted: [2] })
    expect(searched).toEqual([both])
    expect((await asking(0.41)).reply).toMatchObject({ unanswered: [follows] })
  })

  it('are drawn in turn from those of the message and of the query that a model writes for it', async () => {
    const query = 'When was the song Grenade released?'
    const all = { [query]: [passage('c', RELEASED, 0.9)], [follows]: [passage('a', 'Some song.', 0.1)] }
    const history = [visitor(first), said, visitor(follows)]
    expect(await ask(history, all, query)).toMatchObject({
      queries: [follows, query],
      read: [history],
      written: query,
      given: ['a', 'c'],
    })
    const followUp = [visitor(first), said, visitor('And when was it?')]
    const both = `${first}\nAnd when was it?`
    expect((await ask(followUp, {}, query)).queries).toEqual([both, query])
    expect(await ask(followUp, {})).toMatchObject({ queries: [both, 'And when was it?'], written: undefined })
  })

  it('are searched for once where the message finds what answers it', async () => {
    const whole = 'Which restaurants nearby serve a vegan breakfast on weekends?'
    const { queries, read } = await ask([visitor(first), said, visitor(whole)], {
      [whole]: [passage('v', 'The restaurants nearby serve a vegan breakfast on weekends.', 1)],
    })
    expect([queries, read]).toEqual([[whole], []])
  })

  it('of few and common words answer it only where both searches find them', async () => {
    const short = 'How can I release?'
    const asking = (share: number, together: Passage[]) =>
      ask([visitor(first), said, visitor(short)], {
        [short]: [passage('a', 'It was released online.', 1, 500, share), passage('b', RELEASED, 0.9, 500, share)],
        [`${first}\n${short}`]: together,
      })
    const found = [passage('c', 'Bruno Mars sings.', 0.4), passage('b', RELEASED, 0.4)]
    expect((await asking(0.1, found)).reply).toMatchObject({ text: RELEASED, quoted: [1] })
    const neither = await asking(0.1, [passage('c', 'Bruno Mars sings.', 1)])
    expect(neither.reply).toMatchObject({ quoted: [], unanswered: [short] })
    const rare = await asking(0.02, found)
    expect(rare).toMatchObject({ queries: [short], reply: { text: expect.stringContaining('online') } })
  })

  it('of a small agent answer only what the message itself finds', async () => {
    const { reply } = await ask([visitor(first), said, visitor(follows)], {
      [follows]: [passage('c', RELEASED, 0.1, 20)],
      [both]: [passage('c', RELEASED, 0.9, 20)],
    })
    expect(reply).toMatchObject({ unanswered: [follows] })
  })

  it('of a question about something else do not answer it by what answers the one before', async () => {
    const other = 'Which restaurants nearby serve vegan breakfast on weekends?'
    const { reply, searched } = await ask([visitor(first), said, visitor(other)], {
      [other]: [passage('a', 'Some song.', 0.1)],
      [`${first}\n${other}`]: [passage('c', 'Bruno Mars wrote Grenade.', 0.9)],
    })
    expect(reply).toMatchObject({ unanswered: [other] })
    expect(searched).toEqual([other])
  })

  it('of several messages in a row are each searched for by itself', async () => {
    const { queries } = await ask(
      [visitor(first), visitor('Which restaurants nearby serve breakfast on weekends?')],
      {},
    )
    expect(queries).toHaveLength(2)
  })
})
