import { describe, expect, it } from 'vitest'
import { type Said, unanswered } from './unanswered.ts'

let count = 0
const said = (role: Said['role'], content: string, more: Partial<Said> = {}): Said => {
  count += 1
  const trace = { decision: null, reason: null, search_query: null }
  return { id: `${count}`, role, content, author_type: null, created_at: count, ...trace, ...more }
}
const visitor = (content: string, more: Partial<Said> = {}) => said('visitor', content, more)
const refusal = (search_query: string | null, reason: Said['reason'] = 'no_passage') =>
  said('assistant', 'I do not know.', { decision: 'unknown', reason, search_query })
const answer = (search_query: string | null) => said('assistant', 'At 8.', { decision: 'answered', search_query })
const asksPerson = () => refusal('A person please', 'asked_for_person')

describe('an unanswered question', () => {
  it('is what was refused, in the words that were searched for', () => {
    const asked = visitor('And on Sundays?')
    const reply = refusal('When is breakfast?\nAnd on Sundays?', 'not_supported')
    expect(unanswered([answer('When is breakfast?'), asked, reply])).toEqual([
      {
        messageId: asked.id,
        replyId: reply.id,
        askedAt: asked.created_at,
        text: 'When is breakfast?\nAnd on Sundays?',
        isRefused: true,
      },
    ])
  })

  it('is what was answered before a person was asked for at once, in words or by a button', () => {
    const asked = visitor('When does it open?')
    const thread = [asked, answer('When does it open?')]
    const found = { messageId: asked.id, isRefused: false }
    expect(unanswered([...thread, visitor('A person please'), asksPerson()])).toMatchObject([found])
    expect(unanswered([...thread, said('assistant', 'Somebody will come.')])).toMatchObject([found])
  })

  it('is none after a form that the AI offered', () => {
    const form = said('assistant', 'Please fill in the form.', {
      decision: 'answered',
      reason: 'action',
      search_query: 'q',
    })
    const thread = [visitor('Call me back'), form]
    expect(unanswered([...thread, visitor('A person please'), asksPerson()])).toEqual([])
    expect(unanswered([...thread, said('assistant', 'Somebody will come.')])).toEqual([])
  })

  it('is each that one reply did not know, and none that it knew', () => {
    const [dogs, pool] = [visitor('Can I bring my dog?'), visitor('When does it open?')]
    const query = 'Can I bring my dog?\nWhen does it open?'
    const one = refusal('Can I bring my dog?')
    expect(unanswered([dogs, pool, one])).toMatchObject([{ messageId: dogs.id, replyId: one.id, text: dogs.content }])
    const other = refusal(query)
    expect(unanswered([dogs, pool, other])).toMatchObject([{ messageId: pool.id, replyId: other.id, text: query }])
    expect(unanswered([dogs, pool, visitor('Hello?'), refusal(`${dogs.content}\n${query}`)])).toMatchObject([
      { messageId: dogs.id, replyId: null, text: dogs.content },
      { messageId: pool.id, replyId: null, text: query },
    ])
  })

  it('is the one before a wish for a person, whatever greeting follows that', () => {
    const asked = visitor('When does it open?')
    const thread = [asked, answer('When does it open?'), visitor('A person please'), visitor('Hello?'), asksPerson()]
    expect(unanswered(thread)).toMatchObject([{ messageId: asked.id }])
  })

  it('is none where something else was said in between', () => {
    const thread = [visitor('When does it open?'), answer('When does it open?'), visitor('Aha')]
    expect(unanswered([...thread, visitor('A person please'), asksPerson()])).toEqual([])
    expect(unanswered(thread)).toEqual([])
    expect(unanswered([visitor('A person please'), asksPerson()])).toEqual([])
  })

  it('is none where no question was asked, or a member asked it', () => {
    expect(unanswered([])).toEqual([])
    expect(unanswered([visitor('Thanks!'), refusal('Thanks!')])).toEqual([])
    expect(unanswered([visitor('Ana, ana@example.com'), answer(null), visitor('A person'), asksPerson()])).toEqual([])
    expect(unanswered([visitor('Dogs?', { author_type: 'member' }), refusal('Dogs?')])).toEqual([])
  })
})
