import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderRoute } from '#dashboard/testing/render-route.tsx'
import { ok } from '#dashboard/testing/test-server.ts'

const key = vi.hoisted(() => ({ scopes: [] as string[] }))
vi.mock('#dashboard/lib/permissions.ts', () => ({
  permissions: { ownApi: true },
  currentPermissions: () => ({ may: () => true }),
  usePermissions: () => ({
    ownApi: true,
    may: () => true,
    mayUse: () => true,
    lacking: (scope?: string) => (!scope || key.scopes.includes(scope) ? undefined : `It has no ${scope} scope.`),
  }),
}))

/** Renders the form with an API key of these scopes, and returns its button. */
async function findPages(...scopes: string[]) {
  key.scopes = scopes
  await renderRoute('/crawls', { 'GET /api/v1/organizations/*/crawls': () => ok([]) })
  return screen.findByRole<HTMLButtonElement>('button', { name: 'Find pages' })
}

it('says why a key that only reads can’t start a crawl', async () => {
  const button = await findPages('source:read')
  expect(button.disabled).toBe(true)
  expect(button.title).toBe('It has no source:create scope.')
})

it('is open to a key that may add sources', async () => {
  expect((await findPages('source:create')).disabled).toBe(false)
})
