import { describe, expect, test } from 'vitest'
import { extractHtmlDocument, readPageText } from './html-document.ts'
import { siteFacts } from './site-facts.ts'

const MAIN =
  '<main><h1>Pool</h1><p>Our shop in the old town sells lamps and chairs of all kinds to friendly people.</p></main>'
function facts(html: string) {
  const page = `<html lang="en"><body>${html}</body></html>`
  return siteFacts(page, readPageText(page, { url: null, contentType: null }).markdown)
}

describe('the facts around the text of a page', () => {
  test('are its telephone, hours and address in header, side column and footer', () => {
    expect(
      facts(`<header><nav><a href="/">Home</a></nav><p>Call us: +1 555 0199, daily from eight to ten.</p></header>${MAIN}
        <aside><h2>Opening hours</h2><p>Monday to Friday 8 to 20.</p></aside>
        <footer><p>Hotel Sun, Main Street 5, 1234 Springfield.</p><p>© 2026 Hotel Sun</p></footer>`),
    ).toBe(
      'Call us: +1 555 0199, daily from eight to ten.\n\n**Opening hours**:\n\nMonday to Friday 8 to 20.\n\nHotel Sun, Main Street 5, 1234 Springfield.',
    )
  })

  test.each([
    ['a telephone', '<footer><a href="tel:+49301234">Call</a></footer>', 'Call (+49301234)'],
    ['a mailbox', '<footer><a href="mailto:hi@x.example">Write to us</a></footer>', 'Write to us (hi@x.example)'],
    [
      'an address',
      '<footer><address>Sonnenhof<br>Hauptstraße 12<br>10115 Berlin</address></footer>',
      'Sonnenhof\nHauptstraße 12\n10115 Berlin',
    ],
    [
      'hours in German',
      '<aside><h3>Öffnungszeiten</h3><ul><li>Mo–Fr 9–18 Uhr</li><li>Sa 10–14 Uhr</li></ul></aside>',
      '**Öffnungszeiten**:\n\n- Mo–Fr 9–18 Uhr\n- Sa 10–14 Uhr',
    ],
    [
      'hours in a table',
      '<div class="site-footer"><table><tr><td>Monday</td><td>9:00–18:00</td></tr><tr><td>Sunday</td><td>closed</td></tr></table></div>',
      '| Monday | 9:00–18:00 |\n| --- | --- |\n| Sunday | closed |',
    ],
    [
      'an address in French',
      '<footer><div>12 rue de la Paix, 75002 Paris</div><div>Tél. 01 42 60 30 30</div></footer>',
      '12 rue de la Paix, 75002 Paris\n\nTél. 01 42 60 30 30',
    ],
    [
      'an address in Britain',
      '<footer><p>221B Baker Street, London NW1 6XE</p></footer>',
      '221B Baker Street, London NW1 6XE',
    ],
    [
      'an address in Japan',
      '<footer><p>〒100-0001 東京都千代田区千代田1-1 電話 03-1234-5678</p></footer>',
      '〒100-0001 東京都千代田区千代田1-1 電話 03-1234-5678',
    ],
    [
      'an address in Japan by its sign',
      '<footer><p>〒150-0001 東京都渋谷区神宮前1-2-3</p></footer>',
      '〒150-0001 東京都渋谷区神宮前1-2-3',
    ],
    ['an address in China', '<footer><p>地址：北京市朝阳区建国路88号</p></footer>', '地址：北京市朝阳区建国路88号'],
    [
      'an address beside the copyright',
      '<footer><p>© 2026 Hotel Sun, Main Street 5, 10115 Berlin</p></footer>',
      '© 2026 Hotel Sun, Main Street 5, 10115 Berlin',
    ],
    [
      'a telephone beside the copyright',
      '<footer><p>© 2026 Hotel Sun, Tel. +49 30 5550199</p></footer>',
      '© 2026 Hotel Sun, Tel. +49 30 5550199',
    ],
  ])('are found: %s', (_case, html, expected) => {
    expect(facts(MAIN + html)).toBe(expected)
  })

  test.each([
    [
      'menus',
      '<header><nav><a href="/a">Rooms 101</a></nav></header><footer><ul><li><a href="/imprint">Imprint</a><li><a href="/jobs">Jobs</a></ul></footer>',
    ],
    [
      'copyright',
      '<footer><p>© 2019–2026 Hotel Sun Ltd. All rights reserved.</p><p>Copyright 2026 Sun, Main Street 5</p></footer>',
    ],
    [
      'cookie notices',
      '<div class="cookie-banner"><p>We use cookies. Call +1 555 0199.</p></div><footer><p>We use cookies for 30 days, write to a@b.example.</p></footer>',
    ],
    [
      'social links',
      '<footer><a href="https://x.example/sun">Follow us</a> <a href="https://y.example">12,345 likes</a></footer>',
    ],
    ['related articles', '<aside class="related-posts"><p>Call +1 555 0199.</p></aside>'],
    [
      'slogans',
      '<header><p>The best lamps since 1980</p></header><footer><p>More than 5000 lamps.</p><p>Page 1 of 12</p></footer>',
    ],
    ['nothing', ''],
    ['what stands in the text', '<main><footer><p>Call +1 555 0199.</p></footer></main>'],
    ['what is hidden', '<footer><p hidden>Call +1 555 0199.</p></footer>'],
  ])('are not: %s', (_case, html) => {
    expect(facts(MAIN + html)).toBeNull()
  })

  test('are said once, and not if the text says them', () => {
    const call = '<p>Call us: +1 555 0199.</p>'
    expect(facts(`<header>${call}</header>${MAIN}<footer>${call}</footer>`)).toBe('Call us: +1 555 0199.')
    expect(facts(`<main><h1>Pool</h1>${call}</main><footer>${call}</footer>`)).toBeNull()
  })

  test('are kept at the end of a page that is learnt by itself, and not of each page of a website', () => {
    const page = `${MAIN}<footer><p>Hotel Sun, Main Street 5, 1234 Springfield.</p></footer>`
    const source = { url: 'https://sun.example/', contentType: null }
    const text = readPageText(page, source).markdown
    expect(text).not.toContain('Main Street')
    expect(extractHtmlDocument(page, { ...source, keepsFacts: true }).markdown).toBe(
      `${text}\n\n# Contact\n\nHotel Sun, Main Street 5, 1234 Springfield.`,
    )
  })
})
