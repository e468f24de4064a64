import { describe, expect, it } from 'vitest'
import { processorMs } from '../../../testing/processor-time.ts'
import { contentOf, wordsOfMail } from './words-of-mail.ts'

const BARE = { html: null, text: null, subject: 'Re: Boats', appointments: [], inReplyTo: [], references: [] }
const shown = (text: string, subject = 'Re: Boats') => wordsOfMail({ ...BARE, text, subject }).shown
const shownOf = (html: string, subject = 'Re: Boats') => wordsOfMail({ ...BARE, html, subject }).shown

const HISTORY = '> Hello,\n>\n> we open at nine.\n> The crew'
const QUOTED = '<blockquote type="cite"><div>Hello,</div><div>we open at nine.</div></blockquote>'

describe('a plain text', () => {
  it.each([
    ['On Tue, 24 Nov 2026 at 08:00, The Crew <crew@boats.example> wrote:'],
    ['Am Di., 24. Nov. 2026 um 08:00 Uhr schrieb The Crew <\ncrew@boats.example>:'],
    ['Den tis 24 nov. 2026 kl 08:00 skrev The Crew <crew@boats.example>:'],
    ['在 2026年11月24日 08:00，The Crew <crew@boats.example> 写道：'],
    ['2026年11月24日(火) 8:00 The Crew <crew@boats.example>:'],
    ['вт, 24 нояб. 2026 г. в 08:00, The Crew <crew@boats.example>:'],
    ['Le 24/11/2026 à 08:00, The Crew a écrit :'],
    ['24.11.2026 08:00, The Crew пише:'],
    [
      '\u202bבתאריך יום ג׳, 24 בנוב׳ 2026 ב-8:00 מאת \u202aThe Crew\u202c\u200f <\u202acrew@boats.example\u202c\u200f>:\u202c',
    ],
    ['در تاریخ سه‌شنبه ۲۴ نوامبر ۲۰۲۶،‏ ۸:۰۰ The Crew <crew@boats.example> نوشت:'],
    ['Dne 24. 11. 26 v 8:00 The Crew napsal(a):'],
    ['ti 24. marrask. 2026 klo 8.00 The Crew (crew@boats.example) kirjoitti:'],
    ['The Crew <crew@boats.example>, 24 Kas 2026 Sal, 08:00 tarihinde şunu yazdı:'],
  ])('is shown without what is quoted below %s', (attribution) => {
    expect(shown(`Is Sunday open?\n\n${attribution}\n\n${HISTORY}\n`)).toBe('Is Sunday open?')
    expect(shown(`${attribution}\n${HISTORY}\n\nIs Sunday open?\n`)).toBe('Is Sunday open?')
  })

  it.each([
    ['-----Original Message-----\nFrom: Crew <c@b.example>\nSent: Tuesday, 24 November 2026 08:00\nTo: a@b.example'],
    ['________________________________\nVon: Crew <c@b.example>\nGesendet: Dienstag, 24. November 2026 08:00\nAn: a'],
    ['De : Crew <c@b.example>\nEnvoyé : mardi 24 novembre 2026 08:00\nÀ : a@b.example\nObjet : Re: Boats'],
    ['*From:* Crew <c@b.example>\n*Sent:* Tuesday, 24 November 2026 08:00\n*To:* a@b.example\n*Subject:* Boats'],
    ['Hvem: Crew <c@b.example>\nNår: tysdag 24. november 2026 08:00\nKven: a@b.example\nKva: Boats'],
    ['Gesendet: Dienstag, 24. November 2026 um 08:00 Uhr\nVon: Crew <c@b.example>\nAn: a@b.example\nBetreff: Boats'],
    ['---- On Tue, 24 Nov 2026 08:00:00 +0100 Crew <c@b.example> wrote ----'],
    ['>>> Crew <c@b.example> 24.11.2026 08:00 >>>'],
    ['Sent from my BlackBerry.\nFrom: Crew\nSent: Tuesday, 24 November 2026 08:00\nTo: a@b.example'],
    ['-------- Original Message --------\nOn 24/11/2026 08:00, Crew <c@b.example> wrote:'],
    ['-------- Oorspronkelijk bericht --------\nVan: Crew <c@b.example>\nDatum: 24-11-26 08:00\nAan: a@b.example'],
  ])('is shown without the mail below %s', (headers) => {
    expect(shown(`Thanks.\n\n${headers}\n\nHello,\n\nwe open at nine.`)).toBe('Thanks.')
  })

  it.each([
    'On Tue, Nov 24, 2026 at 8:00 AM The Crew of the good ship\n<crew@boats.example> wrote:',
    '-------- Original Message --------\nOn 24/11/2026 08:00, The Crew <crew@boats.example> wrote:',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn 24/11/2026 08:00, The Crew <crew@boats.example> wrote:',
    '------ Original Message ------\nFrom "Crew" <c@b.example>\nTo "Ann" <ann@b.example>\nDate 24/11/2026 08:00:00\nSubject Boats',
    '------ Original Message ------\nFrom "The Crew" <crew@boats.example>\nTo ann@b.example\nDate 24/11/2026 08:00:00\nSubject Boats',
  ])('is shown without any line of what programs write above a quote: %s', (above) => {
    expect(shown(`Is Sunday open?\n\n${above}\n\n${HISTORY}\n`)).toBe('Is Sunday open?')
  })

  it('keeps a sentence that stands right above who wrote', () => {
    const text = `We come on 24.11.2026 at 8:00.\nThe Crew <crew@boats.example> wrote:\n${HISTORY}`
    expect(shown(text)).toBe('We come on 24.11.2026 at 8:00.')
  })

  it.each([
    'Sent from my iPhone',
    'Von meinem iPad gesendet',
    'Envoyé de mon iPhone',
    'Get Outlook for Android<https://aka.ms/x>',
    'iPhoneから送信',
    'Отправлено с iPhone',
    'Sent from Yahoo Mail on Android',
    'Inviato da Outlook per iOS',
    'Outlook voor iOS downloaden<https://aka.ms/x>',
    'Lähetetty iPhonesta',
    'Odesláno z iPhonu',
    '从我的iPhone发送',
    "iPhone'umdan gönderildi",
    'Sent from Mail for Windows 10',
    'Sent from my phone',
    'Enviado do meu telemóvel',
    'Verstuurd vanaf mijn telefoon',
    'Отправлено с телефона',
    'Изпратено от моя iPhone',
    "Saadetud minu iPhone'ist",
    'मेरे iPhone से भेजा गया',
    'Skickades från E-post för Windows',
    'Sent with Tuta; enjoy secure & ad-free emails: https://tuta.example',
  ])('is shown without %s', (footer) => {
    expect(shown(`Yes, please.\n\n${footer}\n`)).toBe('Yes, please.')
    expect(shown(`Yes, please.\n\n${footer}\n\nOn 24/11/2026 08:00, Crew wrote:\n${HISTORY}`)).toBe('Yes, please.')
  })

  it('is shown without a signature, whose dashes end in a space', () => {
    expect(shown('Yes.\n\n-- \nAnn\nBoats Ltd')).toBe('Yes.')
    expect(shown('We want:\n--\nnothing')).toBe('We want:\n--\nnothing')
    const long = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
    expect(shown(`Yes.\n\n-- \n${long}`)).toContain('line 29')
  })

  it('is shown whole with answers between what it quotes', () => {
    const text = 'On 24/11/2026 08:00, Crew wrote:\n> We open at nine.\nOn Sunday too?\n> Tickets on board.\nBy card?'
    expect(shown(text)).toBe(text)
    expect(shown('> We open at nine.\nOn Sunday too?')).toBe('> We open at nine.\nOn Sunday too?')
  })

  it('is shown with what it forwards', () => {
    const text =
      'Is this real?\n\n---------- Forwarded message ---------\nFrom: X <x@y.example>\nDate: 1 Jan 2026\nSubject: S\n\nFree.'
    expect(shown(text, 'Fwd: S')).toBe(text)
    expect(shown(text, 'Look')).toBe(text)
    const outlook = 'See below.\n\nVon: X <x@y.example>\nGesendet: 1. Januar 2026 08:00\nAn: a\nBetreff: S\n\nFrei.'
    expect(shown(outlook, 'WG: S')).toBe(outlook)
    expect(shown(outlook, 'ΠΡΘ: S')).toBe(outlook)
    const apple =
      'Правда?\n\nНачало переадресованного сообщения:\n\n> От: X <x@y.example>\n> Тема: S\n> Дата: 1 января 2026 г. в 08:00\n>\n> Free.'
    expect(shown(apple, 'Look')).toBe(apple)
  })

  it('that answers nothing has no earlier mail below it, however much a form looks like one', () => {
    const form = 'A new request:\n\nFrom: Ann\nDate: 24.11.2026\nTo: the crew\nGuests: 12\n\nWe want a boat.'
    expect(shown(form, 'Boats')).toBe(form)
    expect(shown(form)).toBe('A new request:')
    expect(wordsOfMail({ ...BARE, text: form, subject: 'Boats', inReplyTo: ['1@b.example'] }).hides).toBe(true)
  })

  it('is shown without what PGP writes around it', () => {
    const signed = (words: string) =>
      `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${words}\n-----BEGIN PGP SIGNATURE-----\n\niQ\n=ab\n-----END PGP SIGNATURE-----\n\nA list adds this.\n`
    expect(wordsOfMail({ ...BARE, text: signed('- - one\ntwo') })).toEqual({
      shown: '- one\ntwo\n\nA list adds this.',
      whole: '- one\ntwo\n\nA list adds this.',
      hides: false,
    })
  })

  it('is shown whole if nothing else is left', () => {
    expect(shown(HISTORY)).toBe(HISTORY)
    expect(shown('-- \nAnn')).toBe('--\nAnn')
    expect(shown('Sent from my iPhone')).toBe('Sent from my iPhone')
  })

  it.each([
    'Name: Ann\nMail: ann@b.example\nDay: 24.11.2026\n\nA form.',
    'My phone was sent from the shop at 8:00, an iPhone?',
    'Thanks!\n\nI sent you a photo from my phone, an iPhone.',
    'Thanks!\n\nSent with love',
    'Thanks!\n\nMy phone is 555 0123',
    'One\n____________________\nTwo',
    'Our plan:\n------------\nBoat: Wal\nDay: 24.11.2026\nGuests: 12',
    'The list is:\n\n- one\n- two',
    'The crew wrote:\n\nwe open at nine.',
    'Reach me: ann@b.example, from 8:00.\nThanks!',
  ])('is not taken for something else: %s', (text) => {
    expect(shown(text)).toBe(text)
  })

  it('loses nothing below an earlier mail without marks but what is quoted', () => {
    const text =
      'Two, please.\n\n  On Tuesday, November 24, 2026 at 08:00:00 AM GMT, Crew <c@b.example> wrote:  \n\n Hello.'
    expect(wordsOfMail({ ...BARE, text })).toMatchObject({ shown: 'Two, please.', hides: true })
    expect(wordsOfMail({ ...BARE, text }).whole).toContain('Hello.')
  })
})

describe('HTML', () => {
  it('becomes text with links and lists', () => {
    const html = `<style>p{}</style><p>Two&nbsp;<b>tickets</b> &amp; one.</p><ul><li>bow</li><li>stern</li></ul>
      <ol start="3"><li>c</li></ol><p>See <a href="https://a.example/x">this</a> or <a href="https://b.example/">b.example</a></p>
      <div style="display:none">hidden</div><b style="visibility: hidden">hid</b><i style="font-size:0px;">den</i>
      <div style="max-height:0; overflow:hidden">hidden</div><pre>a  b\n c</pre>`
    expect(shownOf(html)).toBe(
      'Two tickets & one.\n\n- bow\n- stern\n3. c\n\nSee this (https://a.example/x) or b.example\n\na  b\nc',
    )
  })

  it.each([
    [
      'Gmail',
      `<div>Yes.</div><br><div class="gmail_quote"><div class="gmail_attr">Crew hat geschrieben<br></div><blockquote class="gmail_quote">Hello</blockquote></div>`,
    ],
    [
      'Outlook on the desktop',
      `<p class="MsoNormal">Yes.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>Fra:</b> Crew<br><b>Sendt:</b> 24. november 2026 08:00<br><b>Til:</b> a<br></p></div><p>Hello</p>`,
    ],
    [
      'Outlook on the web',
      `<div>Yes.</div><div id="Signature">Ann | Boats</div><hr><div id="divRplyFwdMsg"><b>Od:</b> Crew<br><b>Wysłane:</b> 24.11.2026 08:00<br><b>Do:</b> a</div><div>Hello</div>`,
    ],
    [
      'Apple Mail',
      `<div>Yes.</div><br id="lineBreakAtBeginningOfSignature"><div>Sendt fra min iPhone</div><div><br><blockquote type="cite"><div>24. nov. 2026 kl. 08:00 skrev Crew &lt;c@b.example&gt;:</div><div>Hello</div></blockquote></div>`,
    ],
    [
      'Thunderbird',
      `<div class="moz-cite-prefix">Crew:<br></div>${QUOTED}<p>Yes.</p><pre class="moz-signature">-- \nAnn</pre>`,
    ],
    [
      'Yahoo',
      `<div>Yes.</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>Crew wrote</div><div>Hello</div></div>`,
    ],
    [
      'Proton',
      `<div>Yes.</div><div class="protonmail_signature_block">Sent with Proton</div><div class="protonmail_quote">On Monday, November 23rd, 2026 at 10:00, Crew &lt;c@b.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Hello</blockquote></div>`,
    ],
    [
      'WEB.DE',
      `<div>Yes.<div name="quote" style="border-left:2px solid"><div><b>Gesendet:</b> Dienstag, 24. November 2026<br><b>Von:</b> Crew</div>Hello</div></div>`,
    ],
    [
      'Yahoo on a telephone',
      `Yes.<br> <blockquote style="margin: 0 0 20px 0;"><div>On Tue, Nov 24, 2026 at 8:00 AM, Crew</div><div>&lt;c@b.example&gt; wrote:</div><div style="border-left: 1px solid">Hello</div></blockquote>`,
    ],
    [
      'Spark',
      `<div name="messageBodySection">Yes.</div><div name="messageSignatureSection">Ann</div><div name="messageReplySection">On Nov 24, 2026, Crew &lt;c@b.example&gt; wrote:<blockquote type="cite">Hello</blockquote></div>`,
    ],
    [
      'Outlook below a signature of its own',
      `<p class="MsoNormal">Yes.</p><p class="MsoNormal"><a name="_MailAutoSig"><b>Ann</b></a></p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>Fra:</b> Crew<br><b>Sendt:</b> 24. november 2026 08:00<br><b>Til:</b> a<br></p></div><p>Hello</p>`,
    ],
    [
      'HEY',
      `<div>Yes.</div><br><div>On November 24, 2026, Crew &lt;c@b.example&gt; wrote:</div><blockquote><div>Hello</div></blockquote>`,
    ],
  ])('is shown without what %s quotes', (_program, html) => {
    expect(shownOf(html)).toBe('Yes.')
  })

  it('is shown whole with answers between what it quotes', () => {
    const html = `<div class="gmail_quote"><div class="gmail_attr">Crew:</div><blockquote class="gmail_quote">We open at nine.</blockquote><div>Sundays?</div><blockquote class="gmail_quote">On board.</blockquote><div>By card?</div></div>`
    for (const words of ['> We open at nine.', 'Sundays?', '> On board.', 'By card?'])
      expect(shownOf(html)).toContain(words)
  })

  it('is shown with what somebody indented', () => {
    expect(shownOf('<div>We want</div><blockquote style="margin:0 0 0 40px;border-left: none">two</blockquote>')).toBe(
      'We want\n\ntwo',
    )
  })

  it('gives way to the plain text where it says nothing', () => {
    expect(wordsOfMail({ ...BARE, html: '<img src="cid:a">', text: 'Here.' }).shown).toBe('Here.')
  })

  it.each([
    '<div>a'.repeat(20_000),
    'a&nbsp;<a href="https://a.example">b</a>'.repeat(50_000),
    '<blockquote type=cite>'.repeat(5_000) + 'a',
    '<p>a<br>'.repeat(50_000),
    `a${'<hr>'.repeat(200_000)}`,
    `<div style="${'border-top:'.repeat(30_000)}">a</div>`,
    '<br>a'.repeat(1_000_000),
  ])('of any kind is read in a moment', (html) => {
    expect(processorMs(() => expect(shownOf(html)).toContain('a'))).toBeLessThan(5_000)
  })
})

it.each([
  '> a\n\nb\n____________________\n'.repeat(50_000),
  `${'-'.repeat(390)}b\n`.repeat(20_000),
  'b\n'.repeat(5_000_000),
])('reads a text of many quotes, lines or words in a moment', (text) => {
  expect(processorMs(() => expect(shown(text)).toContain('b'))).toBeLessThan(5_000)
})

describe('the content of a message', () => {
  const words = (text: string) => ({ shown: text, whole: text, hides: false })
  const file = {
    name: 'a.pdf',
    type: 'application/pdf',
    size: 1,
    hash: '',
    isInline: false,
    isRisky: false,
    contentId: null,
    bytes: new Uint8Array(),
  }

  it('is the subject, names of files or a word where nothing is written', () => {
    expect(contentOf({ words: words(''), subject: 'Ring me', attachments: [file] }).content).toBe('Ring me')
    expect(contentOf({ words: words(''), subject: 'AW: Ring me', attachments: [file] }, 'Ring me').content).toBe(
      '[a.pdf]',
    )
    expect(contentOf({ words: words(''), subject: '', attachments: [] }).content).toBe('[empty]')
  })

  it('ends at a word where it is too long', () => {
    const { content, isCut } = contentOf({ words: words('🛥️ab '.repeat(4_000)), subject: '', attachments: [] })
    expect([...content].length).toBeLessThanOrEqual(10_000)
    expect(content).toMatch(/🛥️ab…$/u)
    expect(isCut).toBe(true)
  })
})
