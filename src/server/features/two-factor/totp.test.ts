import { expect, it } from 'vitest'
import { codeOf, newSecret, otpauthUri, stepOf } from './totp.ts'

/** The secret of RFC 6238's appendix B, «12345678901234567890», in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('gives the code of RFC 6238 at %i s', (seconds, code) => {
  expect(codeOf(SECRET, Math.floor(seconds / 30))).toBe(code)
})

it('finds the step of a code within one of the present, however it is typed', () => {
  const now = 1_111_111_111_000
  const present = Math.floor(now / 30_000)
  for (const step of [present - 1, present, present + 1]) expect(stepOf(SECRET, codeOf(SECRET, step), now)).toBe(step)
  expect(stepOf(SECRET, ' 050 471 ', now)).toBe(present)
  for (const code of [codeOf(SECRET, present - 2), codeOf(SECRET, present + 2), '', '12345', '0504711', '٠٥٠٤٧١'])
    expect(stepOf(SECRET, code, now)).toBeUndefined()
})

it('makes secrets of 160 bits that authenticators read', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  const uri = new URL(otpauthUri(SECRET, 'ana+1@example.com'))
  expect([uri.protocol, uri.host, uri.pathname]).toEqual(['otpauth:', 'totp', '/Baton:ana%2B1%40example.com'])
  expect(uri.searchParams.get('secret')).toBe(SECRET)
})
