import { describe, expect, it } from 'vitest'
import { isFileUrl, siteOf } from './site.ts'

const belongs = (seed: string, url: string) => siteOf(new URL(seed))(new URL(url))

describe('the website a seed stands for', () => {
  it.each([
    ['https://example.com/', 'http://www.example.com/a', true],
    ['https://www.example.co.uk/', 'https://docs.example.co.uk/', true],
    ['https://www.example.co.uk/', 'https://other.co.uk/', false],
    ['https://someone.github.io/', 'https://another.github.io/', false],
    ['https://example.com/', 'https://example.com.evil.net/', false],
    ['https://example.com/', 'https://example.com:8443/', false],
    ['https://example.com:8443/', 'https://www.example.com:8443/', true],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/x', true],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8081/', false],
    ['http://localhost:8080/', 'http://127.0.0.1:8080/', false],
    ['http://[::1]:8080/', 'http://[::1]:8080/x', true],
  ])('%s has %s: %s', (seed, url, expected) => {
    expect(belongs(seed, url)).toBe(expected)
  })
})

describe('addresses of files', () => {
  it.each([
    ['https://example.com/report.pdf', true],
    ['https://example.com/a/photo.JPEG?size=2', true],
    ['https://example.com/index.html', false],
    ['https://example.com/docs/node.js', false],
    ['https://example.com/docs/package.json', false],
    ['https://example.com/page.php', false],
    ['https://example.com/v1.2', false],
    ['https://example.com/', false],
  ])('%s: %s', (url, expected) => {
    expect(isFileUrl(new URL(url))).toBe(expected)
  })
})
