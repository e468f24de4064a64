import { describe, expect, it } from 'vitest'
import { widgetLocales } from '#contract/widget-enums.ts'
import { headerOf } from '../read/mail-facts.ts'
import { readMail } from '../read/read-mail.ts'
import { isOurMail, readSignedId, signedId } from '../rules/signed-ids.ts'
import { composeMail, type MailParts } from './compose-mail.ts'
import { markdownOfMail } from './markdown-of-mail.ts'
import { rawMail } from './raw-mail.ts'

const KEYS = [Buffer.alloc(32, 7)] as const
const CONVERSATION = '019350a1-0000-7000-8000-000000000001'
const conversationRef = signedId({ kind: 'c', id: CONVERSATION }, 'boats.example', KEYS)
const ANA = { name: 'Ana', address: 'ana@example.com' }
const PARTS: MailParts = {
  from: { name: 'Boats', address: 'help@boats.example' },
  replyTo: null,
  to: [ANA],
  cc: [],
  subject: 'My boat',
  content: 'It is **ready**.',
  signature: '',
  names: { member: 'Mia', agent: 'Boats' },
  quoted: null,
  locale: 'en',
  messageId: 'm.1@boats.example',
  conversationRef,
  inReplyTo: 'a@example.com',
  references: [],
  ai: null,
  files: [],
  now: Date.UTC(2026, 10, 29, 9, 30),
}
const compose = (parts: Partial<MailParts> = {}) => composeMail({ ...PARTS, ...parts })
const read = async (parts: Partial<MailParts> = {}) => readMail(await rawMail(compose(parts)))

describe('a composed mail', () => {
  it('says the same as text and as HTML, and is read so', async () => {
    const content =
      'Hello *Ana*,\n\n1. see [our page](https://boats.example/a?b=1&c=2)\n2. <b>call</b> us\n   - early\n\nA & B'
    const mail = compose({ content })
    expect(mail.text).toBe(
      'Hello Ana,\n\n1. see our page (https://boats.example/a?b=1&c=2)\n2. <b>call</b> us\n   - early\n\nA & B\n',
    )
    expect(mail.html).toContain('<a href="https://boats.example/a?b=1&#38;c=2">our page</a>')
    expect(mail.html).toContain('&#60;b&#62;call')
    const facts = await read({ content, cc: [{ name: 'Bo', address: 'bo@example.com' }] })
    expect(facts).toMatchObject({
      from: { name: 'Boats', address: 'help@boats.example' },
      to: [ANA],
      cc: [{ name: 'Bo', address: 'bo@example.com' }],
      subject: 'Re: My boat',
      messageId: 'm.1@boats.example',
      inReplyTo: ['a@example.com'],
      date: PARTS.now,
      text: expect.stringContaining('1. see our page'),
    })
    expect(facts.words.shown).toContain('Hello Ana')
  })

  it.each(widgetLocales)('quotes the last mail in %s so that its words are found again', async (locale) => {
    const quoted = { from: ANA, date: Date.UTC(2026, 10, 24, 8), text: 'Is it ready?\r\n\r\n> We open at nine.\nAna' }
    const parts = { content: 'Yes.', signature: '{{member.name}}, {{agent.name}}', quoted, locale }
    const { text, html } = compose(parts)
    expect(text).toMatch(
      /^Yes\.\n\n-- \nMia, Boats\n\n.*2026.*Ana <ana@example\.com>.*[:：]\n> Is it ready\?\n>\n>> We open/su,
    )
    expect(html).toContain('Is it ready?\n\n&#62; We open')
    const facts = await read(parts)
    expect(facts.words).toMatchObject({ shown: 'Yes.', hides: true })
    const textAlone = await readMail(await rawMail({ ...compose(parts), html: '' }))
    expect(textAlone.words).toMatchObject({ shown: 'Yes.', hides: true })
  })

  it('bears the marks of a machine only if an AI wrote it, which it says', async () => {
    const sources = [
      { title: 'Opening <hours>', url: 'https://boats.example/hours' },
      { title: 'x', url: 'javascript:alert(1)' },
    ]
    const facts = await read({ ai: { sources }, locale: 'de-AT', names: { member: '', agent: 'Boats' } })
    expect(headerOf(facts, 'auto-submitted')).toEqual(['auto-replied'])
    expect(headerOf(facts, 'x-auto-response-suppress')).toEqual(['All'])
    expect(isOurMail(facts, KEYS)).toBe(true)
    expect(facts.text).toContain('Quellen:\n- Opening <hours>: https://boats.example/hours')
    expect(facts.text).toContain('hat eine KI geschrieben')
    expect(facts.html).toContain('<a href="https://boats.example/hours">Opening &#60;hours&#62;</a>')
    expect(`${facts.text}${facts.html}`).not.toContain('javascript')
    const persons = await read()
    const names = persons.headers.map(([name]) => name)
    expect(names.filter((name) => /^(auto|x-|precedence)/.test(name))).toEqual([])
    expect(persons.text).not.toContain('AI')
  })

  it('begins its references with the conversation, and ends them with the mail that is answered', async () => {
    const references = [`${conversationRef}`, ...Array.from({ length: 14 }, (_, index) => `r${index}@example.com`)]
    const facts = await read({ references, inReplyTo: 'r13@example.com' })
    expect(facts.references).toHaveLength(11)
    expect(readSignedId(facts.references[0]!, KEYS)).toEqual({ kind: 'c', id: CONVERSATION })
    expect([facts.references[1], facts.references[10]]).toEqual(['r4@example.com', 'r13@example.com'])
    expect((await read({ inReplyTo: null })).references).toEqual([conversationRef])
  })

  it('is marked as an answer once', () => {
    const subject = (of: string, inReplyTo: string | null = 'a@b') => compose({ subject: of, inReplyTo }).subject
    for (const of of [
      'Boats',
      'Re: Boats',
      'RE: re: Boats',
      'AW: Re[2]: Boats',
      'SV: Boats',
      '回复：Boats',
      'Antw: Boats',
    ])
      expect(subject(of)).toBe('Re: Boats')
    expect(subject('Boats', null)).toBe('Boats')
    expect(subject('Reading: boats')).toBe('Re: Reading: boats')
    expect(subject('Fwd: Boats')).toBe('Re: Fwd: Boats')
    expect(subject('')).toBe('Re:')
  })

  it('has no header that a value brought along', async () => {
    const evil = (text: string) => `${text}\r\nBcc: eve@evil.example\0\r\n\r\nX-Evil: 1`
    const facts = await read({
      from: { name: evil('Boats'), address: 'help@boats.example' },
      replyTo: { name: evil('Boats'), address: 'reply@boats.example' },
      to: [
        { name: evil('Ana'), address: 'ana@example.com' },
        { name: 'x', address: evil('bob@example.com') },
        { name: 'x', address: 'a@example.com>, <eve@evil.example' },
        { name: 'x', address: 'a@example.com, eve@evil.example' },
      ],
      cc: [{ name: '', address: 'cc@example.com\n' }],
      subject: evil('Boats'),
      signature: '{{member.name}}',
      names: { member: evil('Mia'), agent: evil('Boats') },
      messageId: evil('m.1@boats.example'),
      inReplyTo: evil('a@example.com'),
      references: [evil('b@example.com'), 'c@example.com'],
      conversationRef: evil('c.1@boats.example'),
      files: [{ name: evil('a.txt'), type: evil('text/plain'), content: Buffer.from('x') }],
      ai: { sources: [{ title: evil('Hours'), url: 'https://boats.example/' }] },
    })
    const names = facts.headers.map(([name]) => name)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(new Set(names).size).toBe(names.length)
    expect(facts.to.map(({ address }) => address)).toEqual(['ana@example.com'])
    expect(facts.cc.map(({ address }) => address)).toEqual(['cc@example.com'])
    expect(facts.references).toEqual(['c@example.com'])
    expect(facts.attachments).toMatchObject([{ size: 1 }])
  })

  it('keeps names in any writing, addresses of any domain, and files', async () => {
    const to = ['"Quo\\ted", O’Brien (x)', '🚤 Boote <x@y>', 'שירות לקוחות', '山田 太郎', ''].map((name, index) => ({
      name,
      address: `p${index}@bücher.example`,
    }))
    const content = Buffer.from('привет')
    const facts = await read({
      to,
      subject: '🚤 שלום',
      files: [{ name: '../報告 "1".txt', type: 'text/plain', content }],
    })
    expect(facts.to).toEqual(to.map((each, index) => ({ ...each, address: `p${index}@xn--bcher-kva.example` })))
    expect(facts.subject).toBe('Re: 🚤 שלום')
    expect(facts.attachments).toMatchObject([{ name: '報告 "1".txt', size: content.length, isInline: false }])
  })

  it('ends with a signature, without the lines for a name that there is none for', () => {
    const signature = 'Kind regards\n{{ member.name }}\n**{{agent.name}}** & co'
    expect(compose({ signature }).text).toBe('It is ready.\n\n-- \nKind regards\nMia\nBoats & co\n')
    expect(compose({ signature, names: { member: '', agent: 'Boats' } }).text).toContain(
      '-- \nKind regards\nBoats & co\n',
    )
    expect(compose({ signature, names: { member: '<i>', agent: 'B' } }).html).toContain('&#60;i&#62;')
    expect(compose({ signature: '{{member.name}}', names: { member: '', agent: '' } }).text).toBe('It is ready.\n')
  })
})

describe('Markdown in a mail', () => {
  it.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['[x](javascript:alert(1))'],
    ['[x](https://a.example/"onmouseover="alert(1))'],
    ['![x](https://evil.example/pixel.png)'],
    ['![x" onerror="alert(1)](https://evil.example/)'],
    ['`<script>`\n\n```html\n<script>alert(1)</script>\n```'],
    ['| <script> | b |\n|---|---|\n| <img src=x> | 2 |'],
    ['<https://a.example/"><script>'],
    ['```"><script>\nx\n```'],
  ])('makes no tags of others: %j', (markdown) => {
    const { html } = markdownOfMail(markdown)
    const ours =
      /^<\/?(p|a|code|pre|table|thead|tbody|tr|th|td|br)( (href="https:[^"<>]*"|(class|border|cellpadding|style)="[\w:;-]*"))*>$/
    expect(html.match(/<[^>]*>?/g)?.filter((tag) => !ours.test(tag))).toEqual([])
  })

  it('is shown as it is written where the parser fails', () => {
    const deep = '> '.repeat(10_000)
    expect(markdownOfMail(`${deep}<b>`).text).toBe(`${deep}<b>`)
    expect(markdownOfMail(`${deep}<b>`).html).toMatch(/^<p [^>]*>(?:&#62; )+&#60;b&#62;<\/p>$/)
  })

  it('is written as people write plain text', () => {
    const markdown =
      '# Title\n\n- [x] one **two**\n- three\n  four\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx  y\n```\n\nhttps://a.example/x and [b](/local)'
    expect(markdownOfMail(markdown).text).toBe(
      'Title\n\n- [x] one two\n- three\n  four\n\n| said\n\na | b\n1 | 2\n\nx  y\n\nhttps://a.example/x and b',
    )
  })
})
