import { describe, expect, it } from 'vitest'
import { processorMs } from '../../../testing/processor-time.ts'
import { cleanMail } from './clean-mail.ts'
import { hostile } from './hostile.fixture.ts'
import { bodyOf, pageOf } from './mail-page.ts'
import { sourceOf } from './pictures.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const clean = (html: string) => bodyOf(cleanMail(html, []))

describe('the HTML of a mail', () => {
  it.each(hostile)('holds nothing that runs or fetches: %s', (_, html) => {
    const tags = clean(html).match(/<[^>]*>/g) ?? []
    for (const tag of tags) {
      expect(tag).toMatch(/^<\/?(a|p|div|img|table|tbody|tr|td|li|ul|br)[\s>]/)
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\s(on\w+|src|srcset|background|ping|is|data-picture|action)=/i)
      expect(tag).not.toMatch(/url\(|expression|image-set|position|javascript:|href="(?!https:)/i)
    }
  })

  it('keeps its looks, and opens its links elsewhere', () => {
    expect(
      clean(
        '<body bgcolor="#eee"><table width="600" cellpadding="4"><tr><td align="center" style="color:rgb(1, 2, 3);padding:4px 8px;position:absolute">' +
          '<font face="Arial" color="red">Hello</font> <a href="https://a.example/?b=c" target="_top">See</a></td></tr></table>',
      ),
    ).toBe(
      '<div bgcolor="#eee"><table width="600" cellpadding="4"><tr><td align="center" style="color:rgb(1, 2, 3);padding:4px 8px">' +
        '<font face="Arial" color="red">Hello</font> <a href="https://a.example/?b=c" target="_blank" rel="noopener noreferrer">See</a></td></tr></table></div>',
    )
    expect(clean('<a href="mailto:a@b.example">a</a><a href="/settings">b</a>')).toBe(
      '<a href="mailto:a@b.example" target="_blank" rel="noopener noreferrer">a</a><a>b</a>',
    )
  })

  it('shows the pictures that came with it, and remote ones only once they are given', () => {
    const html =
      '<img src="cid:1@a" alt="One"><img src="cid:2"><img src="https://a.example/x.png"><img src="https://a.example/x.png"><img src="http://b.example/">'
    const source = sourceOf(PNG)
    const page = cleanMail(html, [{ contentId: '1@a', source }])
    expect(page.remote).toEqual(['https://a.example/x.png', 'http://b.example/'])
    expect(bodyOf(page)).toBe(`<img alt="One" src="${source}" /><img /><img /><img /><img />`)
    expect(pageOf(page, new Map([[0, 'data:image/png;base64,AA']])).match(/AA/g)).toHaveLength(2)
  })

  it('takes no picture that is none, or too large', () => {
    expect(sourceOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
    expect(sourceOf(Buffer.concat([PNG, Buffer.alloc(5 * 1_048_576)]))).toBeUndefined()
  })

  it('takes no long time for HTML made to take it', () => {
    const took = processorMs(() => {
      for (const html of [
        '<div>'.repeat(100_000),
        '<a href="'.repeat(50_000),
        `<p style="${'rgb('.repeat(100_000)}">`,
        '<!--'.repeat(100_000),
      ])
        clean(html)
    })
    expect(took).toBeLessThan(5_000)
  })
})
