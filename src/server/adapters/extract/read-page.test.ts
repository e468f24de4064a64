import { describe, expect, test } from 'vitest'
import { processorMs } from '../../testing/processor-time.ts'
import { canonicalUrl } from './links.ts'
import { readPage } from './read-page.ts'

const URL_OF_PAGE = 'https://shop.example/help/page?x=1'

describe('readPage', () => {
  test('finds every page once, absolute and without what does not matter', () => {
    const html = `<a href="/a">1</a><a href="b?q=1&amp;utm_source=mail#top">2</a><a href="/a#else">3</a><area href="//other.example/">
      <a href=" mailto:a@b.example">no</a><a href="javascript:void(0)">no</a><a href="http://[">no</a><a>no</a>
      <a href="/login" rel="NoFollow noopener">no</a><a href="https://u:p@shop.example/">no</a><a href="">self</a>`
    expect(readPage(html, URL_OF_PAGE).links).toEqual([
      'https://shop.example/a',
      'https://shop.example/help/b?q=1',
      'https://other.example/',
      'https://shop.example/help/page?x=1',
    ])
  })

  test('finds the pages that a page shows in frames', () => {
    const html = '<frameset cols="1,2"><frame src="menu.html"><frame src="/text.html"><frame></frameset>'
    expect(readPage(html, URL_OF_PAGE).links).toEqual([
      'https://shop.example/help/menu.html',
      'https://shop.example/text.html',
    ])
  })

  test('follows the base the page gives', () => {
    const html = '<base href="/docs/"><base href="/wrong/"><a href="x">x</a><link rel="canonical" href="y">'
    expect(readPage(html, URL_OF_PAGE)).toMatchObject({
      links: ['https://shop.example/docs/x'],
      canonical: 'https://shop.example/docs/y',
    })
  })

  test('keeps absolute links of a page without an address', () => {
    expect(readPage('<a href="/a">a</a><a href="https://b.example">b</a>', null).links).toEqual(['https://b.example/'])
  })

  test.each([
    ['<form><input type=email><input type="Password"></form>', { asksForPassword: true }],
    ['<form><input type=search></form>', { asksForPassword: false }],
    ['<meta name="robots" content="noindex">', { noindex: true, nofollow: false }],
    ['<META NAME=ROBOTS CONTENT="NoIndex, NoFollow">', { noindex: true, nofollow: true, links: [] }],
    ['<meta name=robots content="none">', { noindex: true, nofollow: true }],
    ['<meta name=robots content="index,follow">', { noindex: false, nofollow: false }],
    ['<meta name=googlebot content=noindex>', { noindex: false }],
  ])('obeys %s', (meta, expected) => {
    expect(readPage(`${meta}<a href=/a>a</a>`, URL_OF_PAGE)).toMatchObject(expected)
  })

  test.each([
    ['<title> Opening\n hours &amp; more </title><h1>No</h1>', 'Opening hours & more'],
    ['<svg><title>Icon</title></svg><meta property="og:title" content="Social"><h1>No</h1>', 'Social'],
    ['<title></title><h1>The <b>heading</b></h1><h1>second</h1>', 'The heading'],
    ['<h2>Part</h2><p>text', 'Part'],
    ['<p>nothing</p>', 'Page'],
    [`<title>${'x'.repeat(1_000)}</title>`, 'x'.repeat(300)],
  ])('titles %s', (html, title) => {
    expect(readPage(html, URL_OF_PAGE).title).toBe(title)
  })

  test.each([
    ['http://127.0.0.1/ol/page.html', 'Page'],
    ['https://shop.example/help/opening-hours_2.php?x=1', 'Opening hours 2'],
    ['https://shop.example/lamps/index.html', 'Lamps'],
    ['https://shop.example/product/4711', 'Product 4711'],
    ['https://shop.example/%C3%BCber-uns', 'Über uns'],
    ['https://shop.example/100%', '100%'],
    ['https://shop.example/', 'shop.example'],
  ])('titles a page without a word of its own at %s', (url, title) => {
    expect(readPage('<p>text', url).title).toBe(title)
  })

  test.each([
    ['<meta http-equiv="refresh" content="0; url=/new">', 'https://shop.example/new'],
    ['<META HTTP-EQUIV=Refresh CONTENT="3;URL=\'new.html\'">', 'https://shop.example/help/new.html'],
    ['<meta http-equiv=refresh content="0.5;https://b.example/x">', 'https://b.example/x'],
    ['<meta http-equiv=refresh content="300; url=/later">', null],
    ['<meta http-equiv=refresh content="5">', null],
    ['<meta http-equiv=refresh content="5; url=">', null],
    ['<meta http-equiv=refresh content="0; url=?x=1">', null],
    ['<meta http-equiv=refresh content="0; url=javascript:alert(1)">', null],
    ['<noscript><meta http-equiv=refresh content="0; url=/no-script"></noscript>', null],
  ])('follows %s', (meta, target) => {
    expect(readPage(`<head>${meta}</head>`, URL_OF_PAGE).refresh).toBe(target)
  })

  test('keeps no more of its links than a page of 10,000 ordinary ones has', () => {
    const anchors = Array.from({ length: 10_000 }, (_, number) => `<a href=${number}>`).join('')
    expect(readPage(anchors, URL_OF_PAGE).links).toHaveLength(10_000)
    const { links } = readPage(`<base href="/${'x'.repeat(1_900)}/">${anchors}`, URL_OF_PAGE)
    expect(links.length).toBeGreaterThan(1_000)
    expect(links.join('').length).toBeLessThan(2_000_000)
  })

  test('takes time in proportion to the page, whatever its shape', () => {
    const deep = `${'<div>'.repeat(200_000)}<a href=/deep>`
    const work = () => expect(readPage(deep, URL_OF_PAGE).links).toEqual(['https://shop.example/deep'])
    expect(processorMs(work)).toBeLessThan(5_000)
  })
})

describe('canonicalUrl', () => {
  test.each([
    ['HTTP://Shop.Example:80/a/../b?#x', 'http://shop.example/b'],
    ['https://shop.example./?b=2&a=1&fbclid=z&&', 'https://shop.example/?b=2&a=1'],
    ['https://shop.example/ü ö', 'https://shop.example/%C3%BC%20%C3%B6'],
    ['ftp://shop.example/', null],
    [`https://shop.example/${'a'.repeat(2_100)}`, null],
    ['no base', null],
  ])('%s is %s', (address, expected) => {
    expect(canonicalUrl(address)).toBe(expected)
  })
})
