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

it('sends a repeated URL once, whatever its fragment or the case of its host', () => {
  const { urls, lines } = readUrlLines('https://example.com/a\nhttps://EXAMPLE.com/a#top', check)
  expect(urls).toEqual(['https://example.com/a'])
  expect(lines[1]?.problem).toBe('is the same as line 1')
})
