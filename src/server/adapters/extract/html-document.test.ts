import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodeHtml } from './charset.ts'
import { extractHtmlDocument } from './html-document.ts'
import { isInstalled, MANUALS } from './manuals.fixture.ts'

const URL_OF_PAGE = 'https://shop.example/help'
const extract = (html: string | Uint8Array) => extractHtmlDocument(html, { url: URL_OF_PAGE, contentType: null })
const markdown = (html: string) => extract(html).markdown
const LONG =
  'Our shop has been selling lamps of every kind to people all over the country since nineteen eighty. '.repeat(20)

describe('a page as Markdown', () => {
  test('keeps headings, paragraphs, lists, code and what stands out', () => {
    expect(
      markdown(`<h1>Returns</h1><p>Send it back within <b>30 days</b>.<br>Really.</p>
        <ol start=3><li>Pack it<ul><li>well<li>and tight</ul><li>Send it</ol>
        <pre><code class="language-sh">npm  install
  done</code></pre><p>Use <code>--force</code> or <del>10 €</del> 8 €.</p><blockquote>Quoted</blockquote>`),
    ).toBe(`# Returns

Send it back within **30 days**.
Really.

3. Pack it
   - well
   - and tight
4. Send it

\`\`\`sh
npm  install
  done
\`\`\`

Use \`--force\` or ~~10 €~~ 8 €.

> Quoted`)
  })

  test('numbers lists as the page does', () => {
    const list = (attributes: string, items = '<li>One<li>Two') => markdown(`<ol ${attributes}>${items}</ol>`)
    expect(list('start="0"')).toBe('0. One\n1. Two')
    expect(list('', '<li>One<li value="4">Two<li>Three')).toBe('1. One\n4. Two\n5. Three')
    expect(list('reversed')).toBe('2. One\n1. Two')
    expect(list('type="a"')).toBe('- a. One\n- b. Two')
    expect(list('type="I" start="9"', '<li>One<li value="1994">Two')).toBe('- IX. One\n- MCMXCIV. Two')
    expect(list('type="A" start="26"')).toBe('- Z. One\n- AA. Two')
  })

  test('keeps a `#` that belongs to the word', () => {
    expect(markdown('<h2>Quickstart for C#</h2><p>Text<dl><dt>F#<dd>A language</dl><h2>Title #</h2>')).toBe(
      '## Quickstart for C#\n\nText\n\n**F#**: A language\n\n## Title',
    )
  })

  test('keeps the picture that is all of a table cell, however short its text is', () => {
    const yes = '<img alt="Yes">'
    expect(markdown(`<table><tr><th>Plan<th>SSO<tr><td>Pro<td>${yes}</table><p>Text <img alt="logo">`)).toBe(
      '| Plan | SSO |\n| --- | --- |\n| Pro | Yes |\n\nText',
    )
  })

  test('keeps links to telephones and mailboxes, which are no menu', () => {
    const contact =
      '<a href="tel:030123456">030 123456</a> · <a href="mailto:hi@x.example">hi@x.example</a> · <a href="https://maps.example">Main Street 1</a>'
    const header = '<header><a href="tel:030999">Call 030 999</a><a href="/menu">Menu</a></header>'
    const text = markdown(`${header}<p>${contact}</p><p>${LONG}</p>`)
    for (const fact of ['030 123456', 'hi@x.example', 'Main Street 1', 'Call 030 999']) expect(text).toContain(fact)
    expect(text).not.toContain('Menu')
  })

  test('keeps a term and its definition in one paragraph', () => {
    const html =
      '<dl><dt>port (<i>integer</i>)<a class="headerlink" href="#p">¶</a><dd>5432 by default.<dt>A<dt>B:<dd><ul><li>x</ul></dl>'
    expect(markdown(html)).toBe('**port (integer)**: 5432 by default.\n\n**A**:\n\n**B:**\n\n- x')
  })

  test('writes tables so that every row stands by itself', () => {
    const html = `<table><caption>Prices</caption><thead><tr><th>Plan<th colspan=2>Price</thead>
      <tr><td rowspan=2>Pro<td>monthly<td>20 €<tr><td>a|b<td><ul><li>one<li>two</ul></table>`
    expect(markdown(html)).toBe(`Prices

| Plan | Price | Price |
| --- | --- | --- |
| Pro | monthly | 20 € |
| Pro | a\\|b | one; two |`)
  })

  test.each([
    ['spans', '<tr><th rowspan=2>Room<th colspan=2>Price<tr><th>Summer<th>Winter'],
    ['a head', '<thead><tr><td rowspan=2>Room<td colspan=2>Price<tr><td>Summer<td>Winter</thead>'],
    ['an empty cell', '<tr><th>Room<th colspan=2>Price<tr><th><th>Summer<th>Winter'],
    ['plain cells that span', '<tr><td rowspan=2>Room<td colspan=2>Price<tr><td>Summer<td>Winter'],
    ['plain cells and an empty one', '<tr><td>Room<td colspan=2>Price<tr><td><td>Summer<td>Winter'],
    ['plain cells below headings', '<tr><th>Room<th colspan=2>Price<tr><td><td>Summer<td>Winter'],
  ])('joins the rows of a header that has %s', (_case, header) => {
    expect(markdown(`<table>${header}<tr><td>Double<td>120 €<td>90 €<tr><td>Single<td>80 €<td>60 €</table>`)).toBe(
      '| Room | Price – Summer | Price – Winter |\n| --- | --- | --- |\n| Double | 120 € | 90 € |\n| Single | 80 € | 60 € |',
    )
  })

  test('takes a heading over all columns for a title, and joins years and three rows', () => {
    const body = '<tr><td>Double<td>120 €<td>90 €'
    expect(markdown(`<table><tr><th colspan=3>Rooms<tr><th>Room<th>Summer<th>Winter${body}</table>`)).toBe(
      'Rooms\n\n| Room | Summer | Winter |\n| --- | --- | --- |\n| Double | 120 € | 90 € |',
    )
    expect(markdown(`<table><tr><td>Room<td colspan=2>Price<tr><td><td>2025<td>2026${body}</table>`)).toContain(
      '| Room | Price – 2025 | Price – 2026 |',
    )
    const three = '<tr><th rowspan=3>Room<th colspan=2>Price<tr><th colspan=2>per night<tr><th>Summer<th>Winter'
    expect(markdown(`<table>${three}${body}</table>`)).toContain(
      '| Room | Price – per night – Summer | Price – per night – Winter |',
    )
  })

  test('takes no row of data for a second header', () => {
    const second = (rows: string) => markdown(`<table>${rows}</table>`).split('\n')[2]
    expect(second('<tr><td>Plan<td colspan=2>Price<tr><td>Pro<td>monthly<td>20 €<tr><td>Top<td>yearly<td>90 €')).toBe(
      '| Pro | monthly | 20 € |',
    )
    expect(second('<tr><td>Plan<td colspan=2>Price<tr><td><td>20 €<td>30 €<tr><td>Top<td>40 €<td>90 €')).toBe(
      '|  | 20 € | 30 € |',
    )
    expect(second('<tr><th>Plan<th>Price<tr><th colspan=2>For families<tr><td>Pro<td>20 €')).toBe(
      '| For families | For families |',
    )
    expect(second('<tr><td colspan=2>Measures<tr><td>Weight<td>3 kg<tr><td>Height<td>20 cm')).toBe('| Weight | 3 kg |')
    expect(second('<tr><th>Monday<th>Tuesday<tr><th>Soup<th>Rice<tr><th>Fish<th>Cake')).toBe('| Soup | Rice |')
  })

  test('gives a table that names its rows an empty header', () => {
    const html = '<table><tr><th>Weight<td>3 kg<tr><th>Height<td>20 cm</table>'
    expect(markdown(html)).toBe('|  |  |\n| --- | --- |\n| Weight | 3 kg |\n| Height | 20 cm |')
  })

  test('reads tables that are there for layout as what they hold', () => {
    const inner = '<table><tr><td>a<td>b</table>'
    expect(markdown(`<table><tr><td><p>Left</p><td>${inner}</table>`)).toBe('Left\n\n| a | b |\n| --- | --- |')
    expect(markdown('<table><tr><td>One<tr><td>Two</table>')).toBe('One\n\nTwo')
  })

  test('does not run figures and columns together', () => {
    expect(markdown('<p>10<sup>6</sup> m<sup>2</sup> of H<sub>2</sub>O<sup><a href="#1">[1]</a></sup></p>')).toBe(
      '10⁶ m² of H₂O',
    )
    expect(markdown('<div><span>Pro</span><span>$20</span></div><div>Free</div>')).toBe('Pro $20\n\nFree')
    expect(markdown('<pre><span>a</span><span>b</span><br>c</pre>')).toBe('```\nab\nc\n```')
  })

  test('keeps addresses elsewhere, and only the text of links within the site', () => {
    const html = `<p>See <a href="/returns">returns</a>, <a href="https://post.example/track?a=b">tracking</a>,
      <a href="mailto:help@shop.example?subject=x">mail us</a>, <a href="tel:+4912345">call</a>
      or <a href="tel:+4912345">+49 123 45</a>. <a href="javascript:alert(1)">Press</a>.</p>`
    expect(markdown(html)).toBe(
      'See returns, [tracking](https://post.example/track?a=b), mail us (help@shop.example), call (+4912345) or +49 123 45. Press.',
    )
  })

  test('leaves out scripts, styles, controls and what is hidden', () => {
    const html = `<p>Kept</p><script>var a = "<p>script</p>"</script><style>p{}</style><noscript>no</noscript>
      <template>t</template><svg><title>icon</title><text>svg</text></svg><textarea>area</textarea><button>Buy</button>
      <select><option>option</select><p hidden>hidden</p><p style="display: none">none</p><p aria-hidden=true>aria</p>
      <div role=dialog>cookies</div><iframe src=x>frame</iframe><!-- comment --><img alt="logo" src=x>`
    expect(markdown(html)).toBe('Kept')
  })

  test('is found where tags are left out, as HTML allows', () => {
    expect(markdown('<html><head><title>T</title><meta charset=utf-8><link rel=x><body><p>Text<p>More')).toBe(
      'Text\n\nMore',
    )
    expect(markdown('<title>T</title><p>Text')).toBe('Text')
  })

  test('opens what is folded up', () => {
    const html = `<details><summary>Do you ship?</summary>Yes, to Norway.</details>
      <h3><button aria-expanded=false aria-controls=a1>Is it free?</button></h3><div id=a1 hidden>From 50 €.</div>
      <div class="accordion-panel" style="display:none">Up to 30 kg.</div>`
    expect(markdown(html)).toBe('**Do you ship?**\n\nYes, to Norway.\n\n### Is it free?\n\nFrom 50 €.\n\nUp to 30 kg.')
  })

  test('a note inside a section does not end it', () => {
    expect(markdown('<h2>Port</h2><div class="note"><h3>Note</h3><p>Careful.</p></div>')).toBe(
      '## Port\n\n**Note**:\n\nCareful.',
    )
  })
})

describe('a page whose text is many times as long as itself', () => {
  const heading = (words: number) => `<th colspan=50 rowspan=50>${'word '.repeat(words)}`
  const table = (first: string, rows: number) => `<table><tr>${first}${'<tr><td>x'.repeat(rows)}</table>`
  test.each([
    ['a heading over 50 rows and columns', table(heading(1_700), 50)],
    ['several tables with one', table(heading(600), 50).repeat(3)],
    ['a row of many columns before many rows of one', table('<td>x'.repeat(2_700), 2_700)],
  ])('is refused: %s', (_case, html) => {
    expect(() => extract(html)).toThrow(
      'This has more than 20 million characters of text. Split it into smaller parts.',
    )
  })
})

describe('what belongs to a page', () => {
  const furniture = (content: string) => `<html><head><title>Help</title></head><body>
    <header><a href=/>Shop</a><nav><ul><li><a href=/a>Lamps</a></ul></nav><ul><li><a href=/b>Basket</a></ul></header>
    <div class="sidebar">Popular now</div><div class="breadcrumbs">Home</div>
    ${content}<footer>Imprint</footer></body></html>`

  test('is its main part', () => {
    const page = markdown(
      furniture(`<div>Ad</div><main><header><h1>Help</h1></header><p>${LONG}</p><aside>Tip</aside></main>`),
    )
    expect(page.startsWith('# Help\n\nOur shop')).toBe(true)
    expect(page.endsWith('Tip')).toBe(true)
  })

  test('is everything but its furniture, where it names no main part', () => {
    const page = markdown(furniture(`<div><h1>Help</h1><p>${LONG}</p><table><tr><td>Fee<td>3 €</table></div>`))
    for (const kept of ['# Help', LONG.trim(), '| Fee | 3 € |']) expect(page).toContain(kept)
    for (const dropped of ['Basket', 'Lamps', 'Popular', 'Imprint', 'Home']) expect(page).not.toContain(dropped)
  })

  test('is not a menu made of plain lists', () => {
    const links = (words: string) =>
      words
        .split(' ')
        .map((word) => `<li><a href="/${word}">${word}</a>`)
        .join('')
    const page =
      markdown(`<div><ul class=m>${links('Sofas Chairs Tables Beds')}</ul></div><div><h1>Help</h1><p>${LONG}</p>
      <p>${LONG}</p></div>`)
    expect(page).not.toContain('Sofas')
    expect(page).toContain(LONG.trim())
  })

  test('is a list of links if there is nothing else', () => {
    expect(markdown('<nav><ul><li><a href=/a>Lamps</a><li><a href=/b>Chairs</a></ul></nav>')).toBe('- Lamps\n- Chairs')
  })

  test('leaves out menus, however short it is beside them', () => {
    const menu = Array.from({ length: 20 }, (_, index) => `<li><a href="/p${index}">Lamps of kind ${index}</a>`).join(
      '',
    )
    const page = `<nav><ul>${menu}</ul><nav><a href="/all">All lamps</a></nav></nav><main><h1>Fee</h1><p>3 €</p></main>`
    expect(markdown(page)).toBe('# Fee\n\n3 €')
    const aside = `<p>${'A column that is the page itself. '.repeat(9)}</p>`
    expect(markdown(`<nav><ul>${menu}</ul></nav><p>Home</p><aside>${aside}</aside>`)).toContain('the page itself')
  })

  test('short answers are not thrown away', () => {
    const html =
      '<div class="q"><h3>Fee?</h3><p>3 €</p></div>'.repeat(3) +
      `<article><p>${LONG}</p></article><article>Second</article>`
    expect(markdown(html).match(/3 €/g)).toHaveLength(3)
  })

  test.each(['', '<div id="root"></div><script src="app.js"></script>', '<p>&nbsp;—</p>', '<img src=a.png>'])(
    'is said to be missing in %j',
    (html) => {
      expect(() => extract(html)).toThrow(expect.objectContaining({ code: 'empty' }))
    },
  )

  test('is said to be in other pages where there are only frames', () => {
    const frames = '<html><frameset><frame src="a.html"></frameset></html>'
    expect(() => extract(frames)).toThrow('This page only shows other pages in frames. Add those instead.')
  })

  test('is read by what its bytes are where they are called otherwise', () => {
    const text = '<p>Öffnungszeiten für das Café im Schloß</p>'
    const [utf8, latin] = [Buffer.from(text), Buffer.from(text, 'latin1')]
    expect(decodeHtml(latin, 'text/html; charset=utf-8')).toBe(text)
    expect(decodeHtml(utf8, 'text/html; charset=iso-8859-1')).toBe(text)
    expect(decodeHtml(latin, 'text/html; charset=iso-8859-1')).toBe(text)
    for (const remark of ['<!-- <meta charset="koi8-r"> -->', "<script>x = '<meta charset=koi8-r>'</script>"])
      expect(decodeHtml(Buffer.from(remark + text), 'text/html')).toBe(remark + text)
  })

  test('is clean text in any encoding', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><p>Gr\u00fc\u00dfe f\u00fcr 5 \u0080</p>', 'latin1')
    expect(extract(new Uint8Array(latin)).markdown).toBe('Grüße für 5 €')
    const greek = Buffer.from('<meta charset="iso-8859-7"><p>\u00e1\u00e2\u00e3</p>', 'latin1')
    expect(decodeHtml(greek, 'text/html; charset=x-none')).toContain('αβγ')
    expect(decodeHtml(greek, 'text/html; charset=iso-8859-5')).toContain('сту')
    expect(markdown('<p>a\u0000b\ud800c\u200bd&#0;&shy;e 100\u202f000</p>')).toBe('ab\ufffdcd\ufffde 100 000')
  })
})

describe('what others put beside the text of a page', () => {
  const post = (more: string) => markdown(`<article><h1>Certificates</h1><p>${LONG}</p>${more}</article>`)
  const stranger = '<p>Why is there no certificate at all?</p>'

  test.each([
    ['comments', `<div id="comments"><h2>13 comments</h2><ol class="commentlist"><li>${stranger}</ol></div>`],
    ['comments of a section', `<section id="comments" class="comments-area">${stranger}</section>`],
    ['a single comment', `<ol><li id="comment-4711" class="comment even">${stranger}</ol>`],
    [
      'comments of another make',
      `<div class="Comments__list">${stranger}</div><div id="disqus_thread">${stranger}</div>`,
    ],
    ['comments by their type', `<div itemscope itemtype="https://schema.org/Comment">${stranger}</div>`],
    ['comments by their role', `<div role="comment">${stranger}</div>`],
    ['a form for comments', `<div id="respond" class="comment-respond">${stranger}</div>`],
    [
      'buttons to share',
      `<div class="sharedaddy sd-sharing-enabled"><h3>Share this:</h3><ul><li>${stranger}</ul></div>`,
    ],
    ['likes', `<div class="sharedaddy sd-block sd-like"><h3>Like this:</h3>${stranger}</div>`],
    ['related pages', `<div class="jp-relatedposts"><h3>Related</h3>${stranger}</div>`],
    ['recommended pages', `<section class="recommended-for-you">${stranger}</section>`],
    ['advertisements', `<div class="ad">${stranger}</div><div class="adsbygoogle">${stranger}</div>`],
    ['captions of a gallery', `<div class="gallery gallery-columns-3"><figure><figcaption>${stranger}</figure></div>`],
  ])('is left out: %s', (_case, html) => {
    expect(post(html)).toBe(`# Certificates\n\n${LONG.trim()}`)
  })

  test.each([
    [
      'a chapter about comments',
      '<section id="comments"><h2>Comments</h2><p>A comment begins with two dashes.</section>',
    ],
    ['a chapter of an older manual', '<div class="section" id="comments"><p>A comment begins with two dashes.</div>'],
    ['code with highlighted comments', '<pre><code class="sql comments">A comment begins with two dashes</code></pre>'],
    ['one picture and its caption', '<figure><img alt=""><figcaption>A comment begins with two dashes.</figure>'],
    ['an offer of shares', '<div class="share-price"><p>A comment begins with two dashes.</div>'],
  ])('is not: %s', (_case, html) => {
    expect(post(html)).toContain('A comment begins with two dashes')
  })

  test('is read where a page is nothing else', () => {
    expect(
      markdown('<h1>Forum</h1><div class="comments"><p>We open at nine, says the owner of the shop.</div>'),
    ).toContain('We open at nine')
  })
})

describe('the PostgreSQL manual', () => {
  const manual = MANUALS[0]!
  const page = (name: string) => extract(new Uint8Array(readFileSync(`${manual.folder}/${name}`))).markdown

  test('keeps its facts beside their names', () => {
    if (!isInstalled(manual)) return
    const text = page('runtime-config-connection.html')
    expect(text).toContain('## 20.3. Connections and Authentication')
    expect(text).toMatch(/\*\*`max_connections` \(`integer`\)\*\*: .*The default is typically 100 connections/)
    expect(text).toMatch(/\*\*`port` \(`integer`\)\*\*: The TCP port the server listens on; 5432 by default/)
    expect(text).not.toMatch(/\b(Prev|Next)\b/)
  })

  test('keeps its tables and programs', () => {
    if (!isInstalled(manual)) return
    expect(page('datatype-numeric.html')).toContain('| `smallint` | 2 bytes | small-range integer | -32768 to +32767 |')
    expect(page('tutorial-join.html')).toMatch(/```\nSELECT \* FROM weather JOIN cities ON city = name;\n```/)
  })
})
