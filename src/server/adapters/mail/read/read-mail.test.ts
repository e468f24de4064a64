import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createMailReader } from './mail-reader.ts'
import { readMail } from './read-mail.ts'

const BASE = 'From: Ann <ann@a.example>\r\nTo: crew@b.example\r\nSubject: Boats\r\nMessage-ID: <1@a.example>\r\n'
const mail = (headers: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${BASE}${headers}\r\n`, 'latin1'), Buffer.from(body)])
const text = async (type: string, body: string | Buffer) =>
  (await readMail(mail(`Content-Type: ${type}\r\n`, body))).text

const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`
const mixed = (parts: string[], kind = 'mixed') =>
  mail(`Content-Type: multipart/${kind}; boundary=b\r\n`, `${parts.join('')}--b--\r\n`)

describe('a mail', () => {
  it('is read with its headers', async () => {
    const headers = `Reply-To: "Ann, at home" <Ann@XN--BCHER-KVA.example>\r\nCc: A: x@y.example, =?utf-8?Q?J=C3=BC?= <j@bücher.example>;\r\nDate: Mon, 23 Nov 2026 11:05:00 +0100\r\nIn-Reply-To: <m@b.example>\r\nReferences: <c@b.example>\r\n <m@b.example>\r\nX-Loop: one\r\n`
    const facts = await readMail(mail(Buffer.from(headers).toString('latin1'), 'Hello.'))
    expect(facts).toMatchObject({
      isWhole: true,
      from: { address: 'ann@a.example', name: 'Ann' },
      to: [{ address: 'crew@b.example', name: '' }],
      replyTo: [{ address: 'ann@xn--bcher-kva.example', name: 'Ann, at home' }],
      subject: 'Boats',
      date: Date.UTC(2026, 10, 23, 10, 5),
      messageId: '1@a.example',
      inReplyTo: ['m@b.example'],
      references: ['c@b.example', 'm@b.example'],
      text: 'Hello.',
      html: null,
      attachments: [],
      words: { shown: 'Hello.', hides: false },
    })
    expect(facts.cc.map(({ address }) => address)).toEqual(['x@y.example', 'j@xn--bcher-kva.example'])
    expect(facts.headers).toContainEqual(['x-loop', 'one'])
  })

  it('is read in the letters that it is written in, whatever it says', async () => {
    const western = Buffer.from([0x93, 0x47, 0x72, 0xfc, 0xdf, 0x65, 0x94, 0x20, 0x80])
    expect(await text('text/plain; charset=iso-8859-1', western)).toBe('“Grüße” €')
    expect(await text('text/plain; charset=us-ascii', western)).toBe('“Grüße” €')
    expect(await text('text/plain', Buffer.from('Grüße'))).toBe('Grüße')
    expect(await text('text/plain; charset=utf-8', Buffer.from('Grüße', 'latin1'))).toBe('Grüße')
    expect(await text('text/plain; charset=klingon', Buffer.from('Grüße'))).toBe('Grüße')
    expect(await text('text/plain; charset=utf-16', Buffer.from('\ufeffGrüße', 'utf16le'))).toBe('Grüße')
    expect(await text('text/plain; charset=koi8-r', Buffer.from([0xf0, 0xc1, 0xd2, 0xcf, 0xcd]))).toBe('Паром')
    expect(await text('text/plain; charset=iso-8859-1', Buffer.from('Grüße'))).toBe('Grüße')
    expect(await text('text/plain; charset=x-user-defined', Buffer.from('Grüße'))).toBe('Grüße')
    expect(await text('text/plain; charset=ISO-2022-KR', '\x1b$)C\x0e9h\x0f? \x0e9h')).toBe('배? 배')
    expect(await text('text/plain; charset=hz-gb-2312', 'a~~~{Cw~}b~\r\n~{Ll')).toBe('a~明b天')
    expect(await text('text/plain; charset=utf-7', 'F+AOQ-hre 1 +- 1, 12 +IKw')).toBe('Fähre 1 + 1, 12 €')
  })

  it('loses no words of a mail that is made wrongly', async () => {
    expect(await text('multipart/mixed', '--b\r\n\r\nHello.\r\n--b--')).toContain('Hello.')
    expect((await readMail(Buffer.from('Content-Type: multipart/mixed\n\nHello.'))).text).toBe('Hello.')
    expect(await text('text', 'Hello.')).toBe('Hello.')
    expect(await text('nonsense', 'Hello.')).toBe('Hello.')
    expect(await text('text/plain; charset=cp932', Buffer.from([0x93, 0xfa, 0x96, 0x7b]))).toBe('日本')
    const subject = Buffer.from('Subject: Fähre\r\nFrom: a@b.example\r\n\r\nx', 'latin1')
    expect((await readMail(subject)).subject).toBe('Fähre')
    const name = Buffer.from('From: Jörg\r\n Müller <mailto:j@b.example>\r\n\r\nx', 'latin1')
    expect((await readMail(name)).from).toEqual({ address: 'j@b.example', name: 'Jörg Müller' })
    const parts = part('Content-Type: application/pdf; name="@.pdf"', 'x').split('@')
    const file = Buffer.from([0x8e, 0x9e, 0x8d, 0x8f, 0x95, 0x5c]) // in Shift_JIS
    const mixedUp = Buffer.concat([Buffer.from(parts[0]!), file, Buffer.from(`${parts[1]!}--b--`)])
    const { attachments } = await readMail(mail('Content-Type: multipart/mixed; boundary=b\r\n', mixedUp))
    expect(attachments.map((each) => each.name)).toEqual(['時刻表.pdf'])
    const korean = 'Subject: =?iso-2022-kr?B?GyQpQw45aA8=?= =?utf-7?q?F+AOQ-hre=21_?=\r\n\r\nx'
    expect((await readMail(Buffer.from(korean))).subject).toBe('배Fähre!')
    const label = `Subject: =?us-ascii?B?${Buffer.from('Fähre').toString('base64')}?=\r\n\r\nx`
    expect((await readMail(Buffer.from(label))).subject).toBe('Fähre')
  })

  it('is read in other letters within parts, packed or not, and keeps its headers and files as they came', async () => {
    const packed = Buffer.from('\ufeffGrüße\n--b\nvom Hafen', 'utf16le').toString('base64')
    const inner = [
      part(
        'Content-Type: text/plain; charset=iso-8859-1; format=flowed\r\nContent-Transfer-Encoding: quoted-printable',
        'Sch=F6ne=20\r\nReise',
      ),
      part('Content-Type: text/html; charset=utf-16\r\nContent-Transfer-Encoding: base64', packed),
    ]
    const file = 'Content-Type: text/plain; charset=koi8-r; name="\xf0.txt"'
    const raw = `Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${inner.join('')}--b--\r\n--a\r\n${file}\r\n\r\n\xf0\xc1\r\n\xd2\r\n--a--\r\n`
    const facts = await readMail(Buffer.from(raw, 'latin1'))
    expect([facts.text, facts.html]).toEqual(['Schöne Reise', 'Grüße\n--b\nvom Hafen'])
    const bytes = Buffer.from('\xf0\xc1\r\n\xd2', 'latin1')
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(facts.attachments).toMatchObject([{ size: bytes.length, hash, isInline: false }])
    const alone = await readMail(mail('Content-Type: text/plain; charset=koi8-r\r\nX-A: 1\r\n', Buffer.from([0xf0])))
    expect(alone.headers.slice(-2)).toEqual([
      ['content-type', 'text/plain; charset=koi8-r'],
      ['x-a', '1'],
    ])
  })

  it('loses no words between files or beside HTML, nor of a text with a name that is the whole mail', async () => {
    const parts = ['text/plain', 'image/png', 'text/html', 'text/plain'].map((type, index) =>
      part(`Content-Type: ${type}`, `Part ${index}.`),
    )
    expect((await readMail(mixed(parts))).words.shown).toBe('Part 0.\n\nPart 2.\n\nPart 3.')
    const named = await readMail(mail('Content-Type: text/plain; name=a.txt\r\n', 'Hello.'))
    expect([named.words.shown, named.attachments]).toEqual(['Hello.', []])
  })

  it('has no character that PostgreSQL refuses', async () => {
    const event = 'BEGIN:VEVENT\r\nSUMMARY:x\0y\r\nDTSTART:2026\x001\r\nEND:VEVENT'
    const body = [
      part('Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable', 'Hello=00 there'),
      part('Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable', '<p>Hello=00 there'),
      part('Content-Type: app\0lication/x; name="=?utf-8?B?AGEA?="', 'x'),
      part('Content-Type: text/calendar', event),
      part('Content-Type: message/delivery-status', 'Final-Recipient: a\0@b.example'),
    ].join('')
    const headers = `From: "A\0" <a\0@b.example>\r\nReferences: <a\0b@c>\r\nX-A: \0\r\nSubject: =?utf-8?B?AGEA?=`
    for (const kind of ['mixed', 'report', 'x\0']) {
      const raw = `${headers}\r\nContent-Type: multipart/${kind}; boundary=b\r\n\r\n${body}--b--`
      expect(JSON.stringify(await readMail(Buffer.from(raw)))).not.toContain('\\u0000')
    }
  })

  it('has no date where it names none that can be read', async () => {
    expect((await readMail(mail('Date: Mon, 99 Foo 2026 11:05:00 +0100\r\n', 'x'))).date).toBeNull()
    expect((await readMail(mail('Date: Mon, 23 Nov 2026 11:05:00 +0100 (CET)\r\n', 'x'))).date).toBe(
      Date.UTC(2026, 10, 23, 10, 5),
    )
  })

  it('keeps files apart from words, and no other shapes of these', async () => {
    const parts = [
      part('Content-Type: text/plain', 'See.'),
      part('Content-Type: text/x-amp-html', '<p>See.</p>'),
      part('Content-Type: text/plain; name=a.txt\r\nContent-Disposition: inline; filename=a.txt', 'notes'),
    ]
    const facts = await readMail(mixed(parts))
    expect([facts.words.shown, facts.attachments.map(({ name }) => name)]).toEqual(['See.', ['a.txt']])
  })

  it('has attachments, named without paths and without what misleads, and neither signatures nor what is shown', async () => {
    const facts = await readMail(
      mixed([
        part('Content-Type: text/html', '<p>See</p><img src="cid:1@a"><img src="cid:2%40a">'),
        part('Content-Type: image/png; name=b.png\r\nContent-ID: <2@a>', 'x'),
        part('Content-Type: image/png; name=a.png\r\nContent-ID: <1@a>\r\nContent-Transfer-Encoding: base64', 'AAAA'),
        part('Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="C:\\\\x\\\\bill.pdf"', 'x'),
        part(
          `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''%E2%80%AEfdp.exe`,
          'x',
        ),
        part('Content-Type: application/pgp-signature; name=s.asc', 'x'),
        part('Content-Type: application/pgp-encrypted', 'Version: 1'),
        part('Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64', 'eJ8+IgEA'),
        part('Content-Type: application/octet-stream\r\nContent-Disposition: attachment', 'xyz'),
      ]),
    )
    expect(facts.attachments.map(({ name, size, isInline }) => [name, size, isInline])).toEqual([
      ['b.png', 1, true],
      ['a.png', 3, true],
      ['bill.pdf', 1, false],
      ['fdp.exe', 1, false],
      ['attachment', 3, false],
    ])
  })

  it('may be a file and nothing else, or an invitation, which is read whole', async () => {
    const file = 'Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n'
    const bytes = Buffer.alloc(200_000, 'x')
    const { attachments } = await readMail(mail(file, bytes.toString('base64')))
    expect(attachments.map(({ name, size }) => [name, size])).toEqual([['a.pdf', bytes.length]])
    expect(Buffer.compare(attachments[0]!.bytes, bytes)).toBe(0)
    const event = 'BEGIN:VEVENT\r\nSUMMARY:Trip\r\nDTSTART:20261205T120000Z\r\nEND:VEVENT\r\n'
    const facts = await readMail(mail('Content-Type: text/calendar; method=REQUEST\r\n', event))
    expect(facts.words.shown).toBe('Trip, 2026-12-05 12:00 UTC')
  })

  it('keeps no more names and addresses than somebody means', async () => {
    const headers = `To: ${'a@b.example, '.repeat(2_000)}${'a'.repeat(400)}@b.example\r\nSubject: ${'Boats '.repeat(1_000)}\r\nReferences: ${Array.from({ length: 9_000 }, (_, index) => `<${index}@b>`).join(' ')}\r\n`
    const name = `${'a'.repeat(2_000)}.exe`
    const body = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part(`Content-Type: a/b; name="${name}"`, 'x')}--b--`
    const facts = await readMail(Buffer.from(headers + body))
    expect([facts.to.length, facts.subject.length, facts.attachments[0]?.name]).toEqual([
      1_000,
      1_000,
      name.slice(-255),
    ])
    expect(facts.references.at(-1)).toBe('8999@b')
    expect(facts.references.length).toBeLessThan(9_000)
  })

  it('is known as an invitation, with its title and time in the words', async () => {
    const event =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY;LANGUAGE=en:Charter\\, a\r\n  trip\r\nDTSTART:20261205T120000Z\r\nEND:VEVENT\r\nEND:VCALENDAR'
    const facts = await readMail(
      mixed(
        [
          part('Content-Type: text/plain', 'Come.'),
          part('Content-Type: text/calendar; method=REQUEST', event),
          part('Content-Type: application/ics; name=invite.ics', `${event.replaceAll('\r', '')}\n`),
        ],
        'alternative',
      ),
    )
    expect(facts).toMatchObject({ isCalendar: true, attachments: [{ name: 'invite.ics' }] })
    expect(facts.words.shown).toBe('Come.\n\nCharter, a trip, 2026-12-05 12:00 UTC')
  })

  it.each([
    ['multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b', '--b\r\n\r\nx\r\n--b--'],
    ['application/pkcs7-mime; smime-type=enveloped-data', 'x'],
    ['text/plain', '-----BEGIN PGP MESSAGE-----\r\n\r\nx\r\n-----END PGP MESSAGE-----'],
  ])('is known as encrypted: %s', async (type, body) => {
    expect(await readMail(mail(`Content-Type: ${type}\r\n`, body))).toMatchObject({ isEncrypted: true })
    expect(await readMail(mail('', 'x'))).toMatchObject({ isEncrypted: false })
  })

  it('is read within the signature that S/MIME packs it in', async () => {
    const oid = Buffer.from('06092a864886f70d010701', 'hex')
    const text = 'Content-Type: text/plain; charset=utf-8\r\n\r\nGrüße.\r\n'
    const piece = (part: string) =>
      Buffer.concat([Buffer.from([0x04, 0x81, Buffer.byteLength(part)]), Buffer.from(part)])
    const pieces = Buffer.concat([piece(text.slice(0, 20)), piece(text.slice(20))])
    const type = 'Content-Type: application/x-pkcs7-mime; smime-type=signed-data;\r\n name="smime.p7m"\r\n'
    const packed = (...parts: (Buffer | number[])[]) => {
      const body = Buffer.concat([oid, ...parts.map((each) => Buffer.from(each))]).toString('base64')
      return readMail(mail(`${type}Content-Transfer-Encoding: base64\r\nX-A: 1\r\n`, body))
    }
    for (const facts of [
      await packed([0xa0, 0x82, 0, 9], piece(text)),
      await packed([0xa0, 0x80, 0x24, 0x80], pieces, [0, 0, 0, 0]),
      await packed([0xa0, 0x80], piece('Grüße.')),
    ]) {
      expect(facts).toMatchObject({ subject: 'Boats', isEncrypted: false, attachments: [], words: { shown: 'Grüße.' } })
      expect(facts.headers).toContainEqual(['x-a', '1'])
    }
    for (const broken of [
      [0xa0, 0x80, 0x24],
      [0xa0, 0x89, 0x04],
      [0x30, 0x09],
    ])
      expect((await packed(broken)).attachments).toMatchObject([{ name: 'smime.p7m' }])
  })

  it('is read as far as its headers go where it has too many parts or endless headers', async () => {
    const many = mixed(Array.from({ length: 1_500 }, () => part('Content-Type: text/plain', 'x')))
    expect(await readMail(many)).toMatchObject({
      isWhole: false,
      subject: 'Boats',
      text: null,
      messageId: '1@a.example',
    })
    const folded = mail(`X-A: a${'\r\n a'.repeat(60_000)}\r\n`, 'Hello.')
    expect(await readMail(folded)).toMatchObject({ isWhole: false, subject: 'Boats' })
    const endless = mail(`X-A: ${'a'.repeat(2_000_000)}\r\n`, 'Hello.')
    expect(await readMail(endless)).toMatchObject({
      isWhole: false,
      subject: 'Boats',
      from: { address: 'ann@a.example' },
    })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no mail', Buffer.from([0, 255, 254, 13, 10, 13, 10, 0])],
    ['headers alone', Buffer.from('Subject: x')],
    ['a boundary that never comes', mail('Content-Type: multipart/mixed; boundary=zz\r\n', 'x')],
    ['a broken encoding', mail('Content-Transfer-Encoding: base64\r\n', '====%%%')],
    ['a broken subject', Buffer.from('Subject: =?utf-8?B?////?= =?x?Q?=GG?=\r\nFrom: <<>>,;:\r\nDate: never\r\n\r\nx')],
  ])('that is %s throws nothing', async (_what, bytes) => {
    expect(await readMail(bytes)).toMatchObject({ attachments: [] })
  })
})

describe('the reader', () => {
  const reader = createMailReader()
  const hasty = createMailReader(1)
  afterAll(() => Promise.all([reader.close(), hasty.close()]))

  it('reads mails in threads', async () => {
    const facts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reader.read(mail('', `Hello ${index}.`), 'organization')),
    )
    expect(facts.map(({ words }) => words.shown)).toEqual(Array.from({ length: 20 }, (_, index) => `Hello ${index}.`))
  })

  it('reads a mail of 25 MB', async () => {
    const file = part(
      'Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64',
      `${'A'.repeat(76)}\r\n`.repeat(335_000),
    )
    const facts = await reader.read(mixed([part('Content-Type: text/plain', 'See.'), file]), 'organization')
    expect(facts).toMatchObject({
      isWhole: true,
      words: { shown: 'See.' },
      attachments: [{ name: 'a.zip', size: 19_095_000 }],
    })
  })

  it('reads a mail whose text takes 25 MB', async () => {
    const facts = await reader.read(mail('', 'Hello there.\r\n'.repeat(1_800_000)), 'organization')
    expect([facts.isWhole, facts.text!.length > 4_000_000, facts.words.shown.slice(0, 12)]).toEqual([
      true,
      true,
      'Hello there.',
    ])
  })

  it('answers for a mail that takes too long', async () => {
    expect(await hasty.read(mail('', 'Hello.'), 'organization')).toMatchObject({ isWhole: false, text: null })
  })
})
