import { expect, it } from 'vitest'
import { webUrl } from '#contract/fields.ts'
import { readUrlLines } from './url-lines.ts'

const check = (url: string) => webUrl().safeParse(url).error?.issues[0]?.message

it('takes one URL a line, and keeps the order', () => {
  const { urls, lines } = readUrlLines('https://example.com/a\n\n  http://example.com/b  \r\n', check)
  expect(urls).toEqual(['https://example.com/a', 'http://example.com/b'])
  expect(lines.map(({ number }) => number)).toEqual([1, 3])
})

it('adds https where only a host was written', () => {
  const { urls } = readUrlLines('example.com/help\nbücher.example\nexample.com:8443/x', check)
  expect(urls).toEqual(['https://example.com/help', 'https://bücher.example', 'https://example.com:8443/x'])
})

it('says what is wrong beside the line it is wrong on', () => {
  const { urls, lines } = readUrlLines('nonsense\nftp://example.com/x\nhttps://me:secret@example.com', check)
  expect(urls).toEqual([])
  expect(lines.map(({ number, problem }) => [number, problem])).toEqual([
    [1, 'must be a valid URL'],
    [2, 'must start with http:// or https://'],
    [3, 'must not contain a user name or password'],
  ])
})

it('takes a repeated URL once, whatever its fragment or the case of its host', () => {
  const { urls, lines, repeated } = readUrlLines(
    'https://example.com/a\nhttps://EXAMPLE.com/a#top\nexample.com/a?',
    check,
  )
  expect(urls).toEqual(['https://example.com/a'])
  expect(repeated).toBe(2)
  expect(lines.some(({ problem }) => problem)).toBe(false)
})

it('knows a page that is a source already, and leaves it out', () => {
  const known = new Set(['https://example.com/a', 'https://example.com/'])
  const { urls, lines } = readUrlLines('https://example.com/a#top\nexample.com/b\nexample.com', check, known)
  expect(urls).toEqual(['https://example.com/b'])
  expect(lines.filter((line) => line.known).map(({ number }) => number)).toEqual([1, 3])
})
