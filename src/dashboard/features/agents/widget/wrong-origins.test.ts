import { expect, it } from 'vitest'
import { describeWrongOrigins } from './wrong-origins.ts'

it('names each line that is no website’s address', () => {
  expect(describeWrongOrigins('https://www.example.com\n\n https://*.example.com ')).toBeUndefined()
  expect(describeWrongOrigins('')).toBeUndefined()
  expect(describeWrongOrigins('https://www.example.com\nexample')).toBe(
    'has a line that is no website’s address: example',
  )
  expect(describeWrongOrigins('example\nhttps://www.example.com\nftp://example.com')).toBe(
    'has lines that are no websites’ addresses: example, ftp://example.com',
  )
})
