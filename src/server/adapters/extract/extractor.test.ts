import { afterAll, describe, expect, test } from 'vitest'
import { createExtractor } from './extractor.ts'
import { makeDocx, makePage, paragraph } from './files.fixture.ts'

const SOURCE = { url: 'https://shop.example/', contentType: 'text/html; charset=utf-8' }

describe('the extractor', () => {
  const extractor = createExtractor({ workers: 2 })
  afterAll(() => extractor.close())

  test('reads pages and files in its threads', async () => {
    const page = await extractor.extractHtml('<title>T</title><p>Hi <a href="/a">a</a></p>', SOURCE)
    expect(page).toEqual({
      title: 'T',
      markdown: 'Hi a',
      links: ['https://shop.example/a'],
      canonical: null,
      refresh: null,
      noindex: false,
      nofollow: false,
      asksForPassword: false,
      isFrameset: false,
      textFingerprint: null,
    })
    const bytes = new TextEncoder().encode('<title>Ü</title>')
    expect((await extractor.readPage(bytes, SOURCE)).title).toBe('Ü')
    const file = await extractor.extractFile({ bytes: makeDocx(paragraph('Hello')), fileName: 'a.docx' })
    expect(file).toMatchObject({ kind: 'docx', document: { markdown: 'Hello' } })
  })

  test('answers each of many callers with their own', async () => {
    const pages = Array.from({ length: 60 }, (_, index) => `<p>Page ${index}</p>`)
    const read = await Promise.all(pages.map((html) => extractor.extractHtml(html, SOURCE)))
    expect(read.map(({ markdown }) => markdown)).toEqual(pages.map((_, index) => `Page ${index}`))
  })

  test('passes on what is wrong', async () => {
    await expect(extractor.extractHtml('', SOURCE)).rejects.toMatchObject({ code: 'empty', name: 'ExtractError' })
  })

  test.each([
    ['10,000 levels deep', `${'<div>'.repeat(10_000)}deep fact${'</div>'.repeat(10_000)}`, 'deep fact'],
    ['10,000 lists in lists', `${'<ul><li>'.repeat(10_000)}deep fact`, 'deep fact'],
    ['10,000 tables in tables', `${'<table><tr><td>'.repeat(10_000)}deep fact`, 'deep fact'],
    ['a tag with 300,000 attributes', `<p ${'a=1 '.repeat(300_000)}>fact</p>`, 'fact'],
    ['5 MB of one paragraph', `<p>${'word '.repeat(1_000_000)}fact</p>`, 'fact'],
    ['5 MB of blanks', `<p>one${' '.repeat(5_000_000)}fact</p>`, 'one fact'],
    ['1 MB of empty lines of code', `<pre>a${'\n'.repeat(1_000_000)}fact</pre>`, 'fact'],
    ['50,000 things never closed', `${'<b>x<p>'.repeat(50_000)}fact`, 'fact'],
  ])('comes to an end with %s', async (_case, html, fact) => {
    const { markdown } = await extractor.extractHtml(html, SOURCE)
    expect(markdown).toContain(fact)
  })

  test('gives up in time, and goes on', async () => {
    const hasty = createExtractor({
      workers: 1,
      timeoutMs: {
        html: 50,
        page: 10_000,
        page_text: 10_000,
        file: 10_000,
        chunks: 10_000,
        pairs: 10_000,
      },
    })
    const slow = hasty.extractHtml('<div><a href=/x>link</a></div>'.repeat(150_000), SOURCE)
    const next = hasty.readPage('<title>Next</title>', SOURCE)
    await expect(slow).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('seconds') })
    expect((await next).title).toBe('Next')
    await hasty.close()
  })

  test('gives up on what takes too much heap, and goes on', async () => {
    const small = createExtractor({ workers: 1, heapMb: 40 })
    const big = small.extractFile({ bytes: makeDocx(paragraph('text').repeat(60_000)), fileName: 'a.docx' })
    await expect(big).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('memory') })
    expect((await small.readPage('<title>Next</title>', SOURCE)).title).toBe('Next')
    await small.close()
  })

  /**
   * A PDF whose content is run-length encoded (two bytes stand for 128), which the check of deflated streams doesn't
   * see.
   */
  const bomb = () => makePage(Buffer.alloc(6_000_000, Buffer.from([129, 0])), '/Filter/RunLengthDecode')

  test('gives up on a PDF that unpacks without end, and on nothing beside it', async () => {
    const small = createExtractor({ workers: 2, buffersMb: 100 })
    let isOver = false
    const refused = small
      .forOwner('one')
      .extractFile({ bytes: bomb(), fileName: 'a.pdf' })
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true
      })
    for (let count = 0; !isOver; count++) {
      const page = await small.forOwner('other').readPage(`<title>${count}</title>`, SOURCE)
      expect(page.title).toBe(String(count))
    }
    expect(await refused).toMatchObject({ code: 'too_large', message: expect.stringContaining('memory') })
    await small.close()
  })

  test('leaves a thread to everybody else, whatever one owner asks for', async () => {
    const fair = createExtractor({ workers: 3, patienceMs: 50 })
    const ended: number[] = []
    const slow = '<div><a href=/x>link</a></div>'.repeat(150_000)
    const asked = [1, 2, 3, 4].map((number) =>
      fair
        .forOwner('busy')
        .extractHtml(slow, SOURCE)
        .catch(() => {})
        .then(() => ended.push(number)),
    )
    expect((await fair.forOwner('other').readPage('<title>Hi</title>', SOURCE)).title).toBe('Hi')
    expect(ended).toEqual([]) // without the rule it would wait for one of three that take all the threads
    await fair.close()
    await Promise.all(asked)
  })

  test.each([
    { patienceMs: 60_000, threads: 1 },
    { patienceMs: 20, threads: 2 },
  ])('reads thirty pages of one owner, each waiting for at most $patienceMs ms, in $threads threads', async (of) => {
    let started = 0
    const count = () => {
      started += 1
    }
    process.on('worker', count)
    const pool = createExtractor({ workers: 3, patienceMs: of.patienceMs })
    const html = '<div><a href=/x>link</a></div>'.repeat(500)
    await Promise.all(Array.from({ length: 30 }, () => pool.forOwner('one').extractHtml(html, SOURCE)))
    await pool.close()
    process.off('worker', count)
    expect(started).toBe(of.threads)
  })

  test('starts a thread for another owner once the one that runs has kept it waiting', async () => {
    const pool = createExtractor({ workers: 2, patienceMs: 100 })
    const order: string[] = []
    const slow = pool
      .forOwner('one')
      .extractHtml('<div><a href=/x>link</a></div>'.repeat(150_000), SOURCE)
      .catch(() => {})
      .then(() => order.push('slow'))
    const quick = pool
      .forOwner('other')
      .readPage('', SOURCE)
      .then(() => order.push('quick'))
    await Promise.all([slow, quick])
    expect(order).toEqual(['quick', 'slow'])
    await pool.close()
  })

  test('reads a page beside a file of the same owner', async () => {
    const pool = createExtractor({ workers: 3, patienceMs: 50 })
    let isFileRead = false
    const bytes = new TextEncoder().encode('<div><a href=/x>link</a></div>'.repeat(150_000)) // takes seconds
    const file = pool
      .forOwner('one')
      .extractFile({ bytes, fileName: 'a.html' })
      .catch(() => {})
      .then(() => {
        isFileRead = true
      })
    expect((await pool.forOwner('one').readPage('<title>Hi</title>', SOURCE)).title).toBe('Hi')
    expect(isFileRead).toBe(false)
    await pool.close()
    await file
  })

  test('lets its threads go when idle, and starts again', async () => {
    const brief = createExtractor({ workers: 1, idleMs: 50 })
    await brief.readPage('', SOURCE)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await brief.readPage('<title>Again</title>', SOURCE)).title).toBe('Again')
    await brief.close()
  })

  test('fails what is under way when it closes', async () => {
    const closing = createExtractor({ workers: 1 })
    const asked = [1, 2].map(() => closing.extractHtml('<p>a</p>', SOURCE))
    const settled = Promise.allSettled(asked)
    await closing.close()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
