import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractHtmlDocument } from './html-document.ts'
import { isInstalled, MANUALS } from './manuals.fixture.ts'
import { type Mark, type Marker, scoreExtraction } from './score-extraction.fixture.ts'

/** What is asked of the mean of a set of pages, and of each page alone. */
const SET = { recall: 0.95, noise: 0.06 }
const PAGE = { recall: 0.9, noise: 0.12 }
const OWN_PAGES = join(import.meta.dirname, 'pages')

interface Page {
  name: string
  html: string
  marker: Marker
}

function expectGoodText(pages: Page[]): void {
  const scores = pages.map(({ name, html, marker }) => {
    const { markdown } = extractHtmlDocument(html, { url: `https://site.example/${name}`, contentType: null })
    return { name, ...scoreExtraction(html, markdown, marker) }
  })
  const mean = (of: 'recall' | 'noise') => scores.reduce((sum, score) => sum + score[of], 0) / scores.length
  const bad = scores.filter(({ recall, noise }) => recall < PAGE.recall || noise > PAGE.noise)
  expect(bad).toEqual([])
  expect(mean('recall')).toBeGreaterThanOrEqual(SET.recall)
  expect(mean('noise')).toBeLessThanOrEqual(SET.noise)
}

describe('the text of pages', () => {
  /** Pages as builders of websites write them; `data-text` says what belongs to the text. */
  test('is found among comments, share buttons, cookie notices, related links and advertisements', () => {
    const pages = readdirSync(OWN_PAGES).map((name) => ({
      name,
      html: readFileSync(join(OWN_PAGES, name), 'utf8'),
      marker: (_name: string, attributes: Record<string, string>) => attributes['data-text'] as Mark | undefined,
    }))
    expect(pages.length).toBeGreaterThanOrEqual(12)
    expectGoodText(pages)
  })

  test.each(MANUALS)('is found in the pages of $package', (manual) => {
    const { folder, pages, marker } = manual
    if (!isInstalled(manual)) return
    expectGoodText(pages.map((page) => ({ name: page, html: readFileSync(join(folder, page), 'utf8'), marker })))
  })

  test('is scored on sixty pages of manuals', () => {
    expect(MANUALS.flatMap(({ pages }) => pages)).toHaveLength(60)
  })
})
