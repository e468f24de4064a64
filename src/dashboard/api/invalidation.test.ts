import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { api } from './api.ts'
import { invalidate, isStale } from './invalidation.ts'

const one = { agent: 'agent one', conversation: 'conversation one' }

describe('isStale', () => {
  const key = api.listMessages.key({ params: one, query: { page: 2 } })

  it('wants the name', () => {
    expect(isStale(key, ['listMessages'], one)).toBe(true)
    expect(isStale(key, ['listConversations'], one)).toBe(false)
  })

  it('wants the parameters that both have to agree', () => {
    expect(isStale(key, ['listMessages'], { agent: 'agent one' })).toBe(true)
    expect(isStale(key, ['listMessages'], { ...one, message: 'any' })).toBe(true)
    expect(isStale(key, ['listMessages'], { ...one, agent: 'agent two' })).toBe(false)
  })

  it('takes every query of the name where no parameter is shared', () => {
    expect(isStale(api.listInbox.key({ params: { organization: 'any' } }), ['listInbox'], one)).toBe(true)
  })

  it('leaves keys of anything else alone', () => {
    expect(isStale(['crawl history', one], ['listMessages'], one)).toBe(false)
  })
})

describe('invalidate', () => {
  it('asks once more for what was being fetched for the first time when it changed', async () => {
    const client = new QueryClient()
    const answers: ((value: string) => void)[] = []
    const queryKey = api.listMessages.key({ params: one })
    const queryFn = () => new Promise<string>((answer) => answers.push(answer))
    const observer = new QueryObserver<string>(client, { queryKey, queryFn })
    const stop = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 60_000 })
    invalidate(client, ['listMessages'], one)
    invalidate(client, ['listMessages'], one)
    answers[0]!('before the change')
    await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 60_000 })
    answers[1]!('after it')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after it'), { timeout: 60_000 })
    expect(answers).toHaveLength(2)
    stop()
    client.clear()
  })
})

describe('api.key', () => {
  it('is the name alone without an input, and begins every key of the operation', () => {
    expect(api.listMessages.key()).toEqual(['listMessages'])
    expect(api.listMessages.queryOptions({ params: one }).queryKey.slice(0, 1)).toEqual(api.listMessages.key())
  })

  it('is told apart from a list read page after page', () => {
    const pages = [...api.listMessages.key({ params: one }), 'pages']
    expect(pages).not.toEqual(api.listMessages.key({ params: one }))
    expect(isStale(pages, ['listMessages'], one)).toBe(true)
  })
})
