import { describe, expect, test } from 'vitest'
import { extractHtmlDocument } from './html-document.ts'

const markdown = (html: string) =>
  extractHtmlDocument(html, { url: 'https://shop.example/', contentType: null }).markdown
const OTHER = '<p>Our shop in the old town sells lamps and chairs of all kinds to friendly people from everywhere.</p>'

describe('an answer that a click opens', () => {
  const answer = '<p>Yes, for nine euros.</p>'
  test.each([
    ['a button with a target', `<button data-target="#x">Do you ship?</button><div id="x" hidden>${answer}</div>`],
    [
      'a button of Bootstrap',
      `<button data-bs-toggle="c" data-bs-target="#x">Do you ship?</button><div id="x" style="display:none">${answer}</div>`,
    ],
    ['a button that controls it', `<button aria-controls="x">Do you ship?</button><div id="x" hidden>${answer}</div>`],
    [
      'a link with a script',
      `<a href="javascript:show('x')">Do you ship?</a><div id="x" style="display:none">${answer}</div>`,
    ],
    ['a link', `<a href="#x">Do you ship?</a><div id="x" hidden>${answer}</div>`],
    ['a button without a target', `<button class="q1">Do you ship?</button><div class="a1" hidden>${answer}</div>`],
    [
      'something with a script',
      `<div class="q1" onclick="o()">Do you ship?</div><div style="display: none">${answer}</div>`,
    ],
    ['a question', `<div class="q1"><span>Do you ship?</span></div><div aria-hidden="true">${answer}</div>`],
    [
      'a dropdown like a menu',
      `<div class="w-dropdown"><div class="w-dropdown-toggle">Do you ship?</div><nav class="w-dropdown-list">${answer}</nav></div>`,
    ],
  ])('is kept with its question: %s', (_case, html) => {
    expect(markdown(`<main>${html}${OTHER}</main>`)).toMatch(
      /^\*\*Do you ship\?\*\*\n\nYes, for nine euros\.\n\nOur shop/,
    )
  })

  test('is kept below a heading', () => {
    const html = `<h3><a href="#a1" class="toggle">Do you ship?</a></h3><div id="a1" style="display:none">${answer}</div>`
    expect(markdown(`<main>${html}${OTHER}</main>`)).toMatch(/^### Do you ship\?\n\nYes, for nine euros\./)
    const tabs = '<button data-target="#x">Rooms</button><button data-target="#y">Prices</button>'
    expect(markdown(`<main>${tabs}<div id=x hidden>Forty.</div><div id=y hidden>Ninety.</div>${OTHER}</main>`)).toMatch(
      /Rooms[\s\S]*Forty\.[\s\S]*Ninety\./,
    )
    const faq = `<section class="faq"><div><div>Shipping</div><nav>${answer}</nav></div></section>`
    expect(markdown(`<main>${faq}${OTHER}</main>`)).toContain('Yes, for nine euros.')
  })

  test.each([
    [
      'tabs',
      '<button data-tab="a">A</button><button data-tab="b">B</button><p id="a">Ann.</p><p id="b" hidden>Ben.</p>',
    ],
    [
      'scripts',
      '<a onclick="show(\'a\')">A</a><a onclick="show(\'b\')">B</a><p id="a">Ann.</p><p id="b" hidden>Ben.</p>',
    ],
    ['the rest of a text', '<p>Ann.<span class="more" style="display:none"> Ben.</span> <a href="#">Read more</a></p>'],
  ])('is kept elsewhere on the page: %s', (_case, html) => {
    expect(markdown(`<main>${html}${OTHER}</main>`)).toMatch(/Ann\.[\s\S]*Ben\./)
  })

  test.each(['visibility: collapse', 'position:absolute;left:-9999px', 'font-size:0'])(
    'is nothing that is never seen: %s',
    (style) => {
      const page = `<main><p style="opacity:0;font-size:0.9em">Fades in.</p><p style="${style}">Draft</p>${OTHER}</main>`
      expect(markdown(page)).toBe(`Fades in.\n\n${OTHER.slice(3, -4)}`)
    },
  )

  test('is nothing that stays hidden, and no menu', () => {
    const page = `<main><h2>Rooms</h2><div hidden>Loading</div><p>Forty.</p><p style="display:none">Draft</p>
      <button>Buy now</button><div hidden>Basket</div><button>Was this helpful?</button><nav>Menu</nav>${OTHER}</main>`
    expect(markdown(page)).toBe(`## Rooms\n\nForty.\n\n${OTHER.slice(3, -4)}`)
  })
})

describe('code', () => {
  const lines = (html: string) => markdown(`<main><p>Run this:</p>${html}${OTHER}</main>`)
  test.each([
    [
      'blocks',
      '<pre><code><div class="ec-line"><div class="code"><span>npm</span> <span>i</span></div></div><div class="ec-line"><div class="code">npm <b>start</b></div></div></code></pre>',
    ],
    ['blocks with line ends', '<pre><div>npm i\n</div><div>npm start\n</div></pre>'],
    ['items of a list', '<pre><ol><li>npm i</li><li>npm start</li></ol></pre>'],
    [
      'rows of a table',
      '<pre><code><table><tr><td class="hljs-ln-numbers">1</td><td>npm i</td></tr><tr><td class="hljs-ln-numbers">2</td><td>npm start</td></tr></table></code></pre>',
    ],
    ['lines by name', '<pre><code><span class="line">npm i</span><span class="line">npm start</span></code></pre>'],
    ['lines by name with ends', '<pre><span class="line">npm i</span>\n<span class="line">npm start</span></pre>'],
    [
      'lines by style',
      '<pre><code><span style="display: block">npm i</span><span style="display: block">npm start</span></code></pre>',
    ],
    ['pieces of code', '<pre><code>npm i</code><code>npm start</code></pre>'],
    ['lines with numbers', '<pre><span class="lineno">1 </span>npm i\n<span class="lineno">2 </span>npm start</pre>'],
    [
      'lines beside their numbers',
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre>npm i\nnpm start</pre></div></td></tr></table>',
    ],
    ['lines', '<pre class="line-numbers"><code>npm i<br>npm start</code></pre>'],
  ])('keeps its lines where they are %s', (_case, html) => {
    expect(lines(html)).toContain('Run this:\n\n```\nnpm i\nnpm start\n```')
  })
})

describe('what is written in parts', () => {
  test.each([
    ['<span>$</span><span>49</span><span>.99</span><span>/month</span>', '$49.99/month'],
    ['<span>US$</span><span>49</span><span>.</span><span>99</span>', 'US$49.99'],
    ['<span>49</span><span>,</span><span>99</span><span>€</span>', '49,99 €'],
    ['<span>49,</span><span>99</span> €', '49,99 €'],
    ['<span>F</span><span>ä</span><span>h</span><span>r</span><span>e</span>', 'Fähre'],
    ['<time><span>9</span><span>:</span><span>30</span></time>', '9:30'],
    ['<span>9:</span><span>30</span><span>am</span>', '9:30 am'],
    ['<span>20</span><span>%</span><span>off</span><span>.</span>', '20% off.'],
    ['<span>20 €</span><span>30 €</span>', '20 € 30 €'],
    ['<span>20</span><span>€</span><span>30</span><span>€</span>', '20 € 30 €'],
    ['<span>Price:</span><span>20</span>', 'Price: 20'],
    ['<span>Pro</span><span>$20</span>', 'Pro $20'],
    ['<span>Room 5</span><span>90 €</span>', 'Room 5 90 €'],
    ['<a href="/a">One</a><a href="/b">Two</a>', 'One Two'],
    ['Pro<span class="badge">New</span>', 'Pro New'],
    ['<b>25</b><span>%</span> off', '25% off'],
    ['$49<sup>99</sup> a month', '$49.99 a month'],
    ['<sup>$</sup><span>49</span><sup>99</sup>', '$49.99'],
    ['49<sup>90</sup> €', '49.90 €'],
    ['9<sup>00</sup>–18<sup>30</sup> Uhr', '9:00–18:30 Uhr'],
    ['10<sup>15</sup> bytes, 300 m<sup>2</sup>', '10¹⁵ bytes, 300 m²'],
    ['<span style="text-decoration: line-through">99 €</span> 79 €', '~~99 €~~ 79 €'],
    ['<span class="line-through">99 €</span><span>79 €</span>', '~~99 €~~ 79 €'],
    ['25<a href="#n1"><sup>1</sup></a> euros', '25 euros'],
    ['25<a href="#n1" role="doc-noteref">1</a> euros', '25 euros'],
    ['Children pay half. <a href="#ref1">↩︎</a>', 'Children pay half.'],
    ['See page <a href="#p12">12</a>.', 'See page 12.'],
  ])('is joined as it is shown: %s', (html, text) => {
    expect(markdown(`<p>${html}</p>`)).toBe(text)
  })

  test('keeps blocks apart, and loses how characters are read', () => {
    expect(markdown('<div><div>$</div><div>Two</div></div>')).toBe('$\n\nTwo')
    expect(
      markdown('<p><ruby>九時<rt>くじ</rt></ruby>に<ruby>開<rp>(</rp><rt>あ</rt><rp>)</rp></ruby>きます。</p>'),
    ).toBe('九時に開きます。')
  })
})

describe('what lacks the end tags that HTML lets authors leave out', () => {
  const table = '| Room | Price |\n| --- | --- |\n| Single | 80 |\n| Double | 100 |'
  test.each([
    ['head and body of a table', '<thead><tr><th>Room<th>Price<tbody><tr><td>Single<td>80<tr><td>Double<td>100', table],
    [
      'columns',
      '<colgroup><col><col><thead><tr><th>Room<th>Price<tbody><tr><td>Single<td>80<tr><td>Double<td>100',
      table,
    ],
    ['paragraphs in cells', '<tr><th>Room<th>Price<tr><td><p>Single<td><p>80<tr><td><p>Double<td><p>100', table],
    ['bold text in cells', '<tr><th><b>Room<th>Price<tr><td>Single<td>80<tr><td>Double<td>100', table],
  ])('keeps its rows and cells: %s', (_case, html, text) => {
    expect(markdown(`<main>${OTHER}<table>${html}</table></main>`).replaceAll('**', '')).toContain(`\n\n${text}`)
  })

  test('keeps its rows however many there are, and whatever comes after them', () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => `<tr><td><p>Room ${at}<td><p><b>${at}</b>`).join('\n')
    const text = markdown(`<main><h1>Rooms</h1><table><tr><th>Room<th>Price${rows}</table>${OTHER}</main>`)
    expect(text.match(/^\| Room \d+ \| \*\*\d+\*\* \|$/gm)).toHaveLength(3_000)
    expect(text).toMatch(/\| Room 2999 \| \*\*2999\*\* \|\n\nOur shop/)
  })

  test('keeps its items, answers and characters', () => {
    const read = (html: string) => markdown(`<main>${html}${OTHER}</main>`).replace(/\n\nOur shop.*$/s, '')
    expect(read('<ul><li><p>Lamps<li><p>Chairs<li><p>Tables</ul>')).toBe('- Lamps\n- Chairs\n- Tables')
    expect(read('<dl><dt>Parking<dd><p>Free.<dt>Pets<dd><p>No.</dl>')).toBe('**Parking**: Free.\n\n**Pets**: No.')
    expect(read('<p><ruby><rb>九<rt>く<rb>時<rt>じ</ruby>に開きます。</p>')).toBe('九時に開きます。')
  })
})

describe('formulas', () => {
  const formula = (mathml: string) => markdown(`<p>It is <math>${mathml}</math>.</p>`)
  test('are written in a line', () => {
    expect(formula('<mfrac><mi>d</mi><mn>12</mn></mfrac>')).toBe('It is d/12.')
    expect(formula('<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>')).toBe('It is (a + b)/2.')
    expect(formula('<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>')).toBe('It is E = mc².')
    expect(formula('<msub><mi>x</mi><mi>n</mi></msub><mo>&lt;</mo><msqrt><mi>y</mi></msqrt>')).toBe('It is x_n < √(y).')
    expect(
      formula(
        '<semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow><annotation encoding="application/x-tex">x = \\frac12</annotation></semantics>',
      ),
    ).toBe('It is x = 1/2.')
  })

  test('are written once', () => {
    const katex = `<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation
      encoding="application/x-tex">x = 5</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x=5</span></span>`
    expect(markdown(`<p>It is ${katex}.</p>`)).toBe('It is x = 5.')
  })
})

describe('what pages hold in their own ways', () => {
  test('is read: shadow roots, XHTML, protected addresses', () => {
    const root =
      '<my-card><template shadowrootmode="open"><style>p{}</style><p>Opens at eight.</p></template></my-card>'
    expect(markdown(`<main>${root}<template>x</template></main>`)).toBe('Opens at eight.')
    const xhtml =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body><div/><p>Nine</p></body></html>'
    expect(markdown(`<?xml version="1.0"?>\n${xhtml}`)).toBe('Nine')
    expect(markdown(xhtml)).toBe('Nine')
    const encoded = Buffer.from([0x2a, ...Buffer.from('hi@x.example').map((byte) => byte ^ 0x2a)]).toString('hex')
    expect(
      markdown(
        `<p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${encoded}">[email&#160;protected]</a>.</p>`,
      ),
    ).toBe('Write to hi@x.example.')
    expect(
      markdown(
        `<p><a href="/cdn-cgi/l/email-protection#${encoded}">Write</a> to <a href="/cdn-cgi/l/email-protection#${encoded}"><span class="__cf_email__" data-cfemail="${encoded}">[email protected]</span></a></p>`,
      ),
    ).toBe('Write (hi@x.example) to hi@x.example')
    expect(markdown('<p>Write to <span data-cfemail="zz">us</span>.</p>')).toBe('Write to us.')
  })

  test('is read: icons that are all of a table cell', () => {
    const cells = [
      '<i class="i" aria-label="Yes"></i>',
      '<span title="No"></span>',
      '<svg role="img" aria-label="Yes"><path/></svg>',
      '<svg><title>No</title><path/></svg>',
      '<span class="i" aria-hidden="true" title="Yes"></span>',
      '<img src="x.png" title="No">',
      '<i title="x"></i>Text',
      '<input type="checkbox" checked disabled>',
      '<input type="checkbox" disabled>',
    ]
    const row = cells.map((cell) => `<td>${cell}</td>`).join('')
    expect(markdown(`<table><tr>${'<th>A</th>'.repeat(cells.length)}</tr><tr>${row}</tr></table>`)).toContain(
      '| Yes | No | Yes | No | Yes | No | Text | ✓ | ✗ |',
    )
  })
})
