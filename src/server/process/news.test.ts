import { describe, expect, it } from 'vitest'
import { newestNews, ownNews } from './news.ts'

const CHANGELOG = `# Changelog

What there is. It follows [Semantic Versioning](https://semver.org/).

## [1.2.0] - 2027-01-02

Thanks to all.

### Mail

- Mails are *read*, also
  those of \`sendmail\` ([how](docs/operating.md)).
- They wait.

### Operation

- It starts - at once.

## [1.1.0] - 2026-12-24

### Mail

- Older.
`

describe('what is new', () => {
  it('is the newest part of a changelog, as plain text', () => {
    expect(newestNews(CHANGELOG)).toEqual({
      title: '1.2.0',
      parts: [
        { title: 'Mail', items: ['Mails are read, also those of sendmail (how).', 'They wait.'] },
        { title: 'Operation', items: ['It starts - at once.'] },
      ],
    })
    expect(newestNews('# Changelog\n')).toBeNull()
  })

  it('is that of the changelog which the program is shipped with', () => {
    const news = ownNews()
    expect(news?.title).toMatch(/^(Unreleased|\d+\.\d+\.\d+)$/)
    expect(news?.parts.length).toBeGreaterThan(0)
    for (const { title, items } of news?.parts ?? []) {
      expect(title).toMatch(/^[A-Z][^\n]*$/)
      expect(items.length, title).toBeGreaterThan(0)
      expect(items.filter((item) => !/^[^\n]+\.$/.test(item))).toEqual([])
    }
  })
})
