import { describe, expect, test } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { readRobots } from './robots.ts'

const ORIGIN = 'https://shop.example'
const read = (text: string) => readRobots(`${ORIGIN}/robots.txt`, text)
const allows = (text: string, path: string) => read(text).allows(ORIGIN + path)

describe('the groups of a robots.txt', () => {
  test('that name the crawler count together, and then the ones for all do not', () => {
    const text =
      'User-agent: Baton\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n\nUser-agent: x\nUser-agent: baton\nDisallow: /c'
    expect(['/a', '/b', '/c', '/d'].map((path) => allows(text, path))).toEqual([false, true, false, true])
  })

  test('end at any other line, also one of another kind', () => {
    const text = 'User-agent: Baton\nSitemap: /map.xml\nUser-agent: x\nDisallow: /a\nUser-agent: *\nDisallow: /b'
    expect(['/a', '/b'].map((path) => allows(text, path))).toEqual([true, false])
    expect(read(text).sitemaps).toEqual([`${ORIGIN}/map.xml`])
  })

  test('say by an empty rule that everything is allowed', () => {
    expect(allows('User-agent: *\nDisallow: /\nUser-agent: Baton\nDisallow:', '/a')).toBe(true)
  })

  test('set the delay, in which the last line counts', () => {
    expect(read('User-agent: *\nCrawl-delay: 3\nCrawl-delay: 2 # seconds\nUser-agent: x\nCrawl-delay: 1').delayMs).toBe(
      2_000,
    )
  })
})

describe('the rules of a robots.txt', () => {
  test.each([
    ['/a', '/a/b?c=d', false],
    ['/a$', '/a', false],
    ['/a$', '/ab', true],
    ['/*.pdf$', '/x.pdf.pdf', false],
    ['/*.pdf$', '/x.pdf?y', true],
    ['/a*b*c', '/a1b2c3', false],
    ['/a*b*c', '/a1c2b3', true],
    ['*b', '/a/b', false],
    ['/a*', '/a', false],
    ['/ä', '/%c3%a4', false],
    ['/%c3%a4', '/ä', false],
  ])('that disallow %s answer %s with %s', (rule, path, isAllowed) => {
    expect(allows(`User-agent: *\nDisallow: ${rule}`, path)).toBe(isAllowed)
  })

  test('give way to longer ones, and to those that allow as much', () => {
    const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c'
    expect(['/a', '/a/b', '/c'].map((path) => allows(text, path))).toEqual([false, true, true])
  })
})

describe('a robots.txt made to keep the crawler busy', () => {
  test('has each rule once, however often its group names the crawler', () => {
    const text = 'useragent baton\n'.repeat(2_000) + 'disallow: /a\n'.repeat(3_000)
    expect(processorMs(() => expect(allows(text, '/b')).toBe(true))).toBeLessThan(500)
  })

  test('may have as many rules as people write', () => {
    const rules = Array.from({ length: 5_001 }, (_, number) => `Disallow: /${number}-`).join('\n')
    const text = `User-agent: x\n${rules}\nUser-agent: *\n${rules}`
    expect(['/4999-', '/5000-'].map((path) => allows(text, path))).toEqual([false, true])
    expect(read(`User-agent: *\n${rules}\nCrawl-delay: 2`).delayMs).toBe(2_000)
    const long = `User-agent: *\nDisallow: /${'a'.repeat(2_048)}\nDisallow: /b${'*a'.repeat(20)}`
    expect(allows(long, `/${'a'.repeat(2_050)}`)).toBe(true)
    expect(allows(long, `/b${'a'.repeat(20)}`)).toBe(false)
  })

  test.each([
    ['many wildcards', `Disallow: /${'*a'.repeat(1_000)}b\n`],
    ['a long end after a wildcard', `Disallow: /*${'a'.repeat(1_900)}b\n`],
  ])('is answered soon with %s', (_case, rule) => {
    const { allows } = read(`User-agent: *\n${rule.repeat(200)}`)
    expect(processorMs(() => allows(`${ORIGIN}/${'a'.repeat(2_000)}`))).toBeLessThan(150)
  })
})
