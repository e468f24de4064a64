import { expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { verifyPassword } from './password.ts'

it('checks no password for which too many others wait, and says when to try again', async () => {
  const held = Promise.withResolvers<void>()
  const before = async () => {
    await held.promise
    throw new Error('not looked at')
  }
  const others = Array.from({ length: 502 }, () => verifyPassword(undefined, 'secret', before))
  const settled = Promise.allSettled(others)
  const refused = await verifyPassword(undefined, 'secret', before).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(Number) } })
  held.resolve()
  for (const other of await settled) expect(other).toMatchObject({ reason: { message: 'not looked at' } })
})
