import { describe, expect, it } from 'vitest'
import type { MessageAction } from '#contract/actions.ts'
import { type Briefed, briefOf } from './brief.ts'
import { shortBrief } from './short-brief.ts'

const nothing = {
  decision: null,
  reason: null,
  search_query: null,
  citations: null,
  action: null,
  gap: null,
  gap_question: null,
}

/** A thread of these messages, from position 1 on. */
const thread = (...messages: Partial<Briefed>[]): Briefed[] =>
  messages.map((message, at) => ({
    ...{ id: `m${at + 1}`, position: at + 1, created_at: at, content: '', author_type: null, role: 'visitor' },
    ...nothing,
    ...message,
  }))
const visitor = (content: string, more: Partial<Briefed> = {}): Partial<Briefed> => ({ content, ...more })
const reply = (more: Partial<Briefed>): Partial<Briefed> => ({ role: 'assistant', content: 'A reply.', ...more })
const answer = (search_query: string, ...titles: string[]) =>
  reply({ decision: 'answered', search_query, citations: JSON.stringify(titles.map((title) => ({ title }))) })
const refusal = (search_query: string) => reply({ decision: 'unknown', reason: 'no_passage', search_query })
const form = (status: MessageAction['status'], ...result: Record<string, string>[]) =>
  reply({
    decision: 'answered',
    reason: 'action',
    search_query: 'Call me back',
    action: JSON.stringify({
      ...{ agent_action_uuid: 'a', slug: 'lead', name: 'Your details', status, result },
      fields: ['name', 'phone'].map((name) => ({ name, label: `Your ${name}`, type: 'text', required: true })),
    } satisfies MessageAction),
  })

const empty = { asked: [], answered: [], lacking: [], forms: [] }
const [tickets, dogs, person] = ['How much is a ticket?', 'Can I bring my dog?', 'Can I talk to a person, please?']

describe('a brief', () => {
  const cases: [name: string, said: Briefed[], expected: ReturnType<typeof briefOf>][] = [
    ['is none of an empty conversation', [], null],
    ['is none where only a person was asked for', thread(reply({}), visitor('Hello'), visitor(person)), null],
    [
      'tells what was asked, newest first, without small talk and wishes',
      thread(visitor('Hi!'), visitor(tickets), visitor('thanks'), visitor(dogs), visitor(person)),
      {
        ...empty,
        asked: [
          { position: '4.0', content: dogs },
          { position: '2.0', content: tickets },
        ],
      },
    ],
    [
      'tells what was answered and from what, each source once',
      thread(visitor(tickets), answer(tickets, 'Tickets', 'Tickets', 'Prices')),
      {
        ...empty,
        asked: [{ position: '1.0', content: tickets }],
        answered: [{ position: '2.0', sources: ['Tickets', 'Prices'] }],
      },
    ],
    [
      'counts an answer without a source, but no reply to a greeting',
      thread(visitor('Hello'), answer('Hello'), visitor(tickets), answer(tickets)),
      {
        ...empty,
        asked: [{ position: '3.0', content: tickets }],
        answered: [{ position: '4.0', sources: [] }],
      },
    ],
    [
      'tells what the sources lack, in the words that were searched for',
      thread(
        visitor(tickets),
        answer(tickets, 'Tickets'),
        visitor('And for dogs?'),
        refusal(`${tickets} And for dogs?`),
      ),
      {
        ...empty,
        asked: [
          { position: '3.0', content: 'And for dogs?' },
          { position: '1.0', content: tickets },
        ],
        answered: [{ position: '2.0', sources: ['Tickets'] }],
        lacking: [`${tickets} And for dogs?`],
      },
    ],
    [
      'leaves out what is no longer lacking',
      thread(visitor(dogs, { gap: 'taught' }), refusal(dogs), visitor(tickets, { gap: 'open' }), refusal(tickets)),
      {
        ...empty,
        asked: [
          { position: '3.0', content: tickets },
          { position: '1.0', content: dogs },
        ],
        lacking: [tickets],
      },
    ],
    [
      'tells the forms that were filled in, with the fields that were',
      thread(
        visitor('Please call me back'),
        form('completed', { name: 'Ana' }, { phone: '', unknown: 'x' }),
        form('pending', { name: 'Ben' }),
      ),
      {
        ...empty,
        asked: [{ position: '1.0', content: 'Please call me back' }],
        forms: [{ name: 'Your details', fields: [{ label: 'Your name', value: 'Ana' }] }],
      },
    ],
  ]
  it.each(cases)('%s', (_, said, expected) => {
    expect(briefOf(said, false)).toEqual(expected)
  })

  it('tells what a mail asks in vain, to which the AI says nothing', () => {
    expect(briefOf(thread(visitor(dogs)), true)?.lacking).toEqual([dogs])
    expect(briefOf(thread(visitor(dogs)), false)?.lacking).toEqual([])
    const withSubject = visitor('Is that allowed?', { gap: 'open', gap_question: 'Dogs\nIs that allowed?' })
    expect(briefOf(thread(withSubject), true)?.lacking).toEqual(['Dogs Is that allowed?'])
  })

  it('is bounded: the ten latest of each kind, and no long text', () => {
    const long = `Where is ${'x'.repeat(9_000)}?`
    const many = Array.from({ length: 30 }, (_, at) => visitor(`${at} ${long}`))
    const { asked } = briefOf(thread(...many), false)!
    expect(asked.map(({ position }) => position)).toEqual(
      [30, 29, 28, 27, 26, 25, 24, 23, 22, 21].map((at) => `${at}.0`),
    )
    expect(asked[0]!.content).toHaveLength(200)
    expect(asked[0]!.content).toMatch(/^29 Where is x+…$/)
  })
})

describe('a short brief', () => {
  const short = (...messages: Partial<Briefed>[]) => shortBrief(briefOf(thread(...messages), false)!)

  it('counts what was asked and names sources and forms, without a word of the visitor’s', () => {
    expect(short(visitor(tickets))).toBe('The visitor asked 1 question.')
    expect(short(visitor(tickets), answer(tickets, 'Tickets', 'Prices'), visitor(dogs), refusal(dogs))).toBe(
      'The visitor asked 2 questions, the AI gave 1 answer from “Tickets” and “Prices”, and the sources lack 1 answer.',
    )
    expect(short(form('completed', { name: 'Ana' }))).toBe('Filled in: “Your details”.')
  })

  it('counts sources where they are many', () => {
    expect(short(visitor(tickets), answer(tickets, 'A', 'B', 'C', 'D'))).toBe(
      'The visitor asked 1 question and the AI gave 1 answer from 4 sources.',
    )
  })
})
