import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api } from '#dashboard/api/api.ts'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { refuse } from '#dashboard/testing/test-server.ts'
import { beforeInboxTests, conversation, inbox, line, visitor } from '../testing/inbox-server.ts'

beforeInboxTests()

const person = (name: string, at: number) => line(name, at, { response_mode: 'human', chat_user: { ...visitor, name } })

/** Leaves a list while more of it is being loaded, which fails once `fail` is called. */
async function leaveWhileLoading() {
  const failure = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const { router, client } = await renderRoute('/inbox?view=open&origin=widget', {
    ...conversation(),
    'GET /api/v1/organizations/*/inbox': async ({ query }) => {
      const isFurther = query.has('cursor')
      if (!query.has('origin')) return isFurther ? inbox([person('Dee', 1)]) : inbox([person('Cy', 2)], 'next')
      if (!isFurther) return inbox([person('Ana', 3)], 'next')
      asked.resolve()
      await failure.promise
      return refuse(500, 'internal_error')
    },
  })
  await screen.findByRole('link', { name: /Ana/ })
  await asked.promise
  await act(() => router.navigate({ to: '/inbox', search: { view: 'open' } } as never))
  await screen.findByRole('link', { name: /Cy/ })
  return { client, fail: failure.resolve }
}

it('loads more of a list while more of the one before is still being loaded', async () => {
  const { fail } = await leaveWhileLoading()
  expect(await screen.findByRole('link', { name: /Dee/ })).toBeTruthy()
  fail()
})

it('says nothing in a list of what failed in the one before', async () => {
  const { client, fail } = await leaveWhileLoading()
  fail()
  await act(() => client.refetchQueries({ queryKey: api.listInbox.key() }))
  expect(screen.queryByText('Something went wrong on the server')).toBeNull()
})
