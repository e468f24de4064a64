import { describe, expect, it } from 'vitest'
import {
  type MailKind as Kind,
  type NotAnsweredReason as Reason,
  notAnsweredReasons as reasons,
} from '#contract/mail-enums.ts'
import { processorMs } from '../../../testing/processor-time.ts'
import type { MailFacts } from '../read/mail-facts.ts'
import { NOTHING, readMail } from '../read/read-mail.ts'
import { authenticationOf } from './authentication.ts'
import { recipientsOfBounce } from './bounces.ts'
import { dedupeKey } from './dedupe.ts'
import { kindOf, notAnswered, type Surroundings } from './kinds.ts'
import { isOutOfOffice } from './out-of-office.ts'
import { isOurMail, messageOfBounce, plusAddress, readPlusAddress, readSignedId, signedId } from './signed-ids.ts'
import { decideThread, threadKeys, threadRoot } from './threading.ts'

const PERSON: MailFacts = {
  ...NOTHING,
  isWhole: true,
  from: { address: 'ann@a.example', name: 'Ann' },
  to: [{ address: 'crew@b.example', name: '' }],
  subject: 'Boats',
  text: 'Hello.',
}
const AROUND: Surroundings = {
  mailbox: ['crew@b.example'],
  own: ['crew@b.example', 'desk@b.example'],
  isOurs: false,
  envelope: { recipient: null, sender: null },
  isSecond: false,
  isOtherSender: false,
  isMember: false,
  dmarc: 'unknown',
  isOld: false,
  isSilenced: false,
  counts: { sameWords: 0, aiInConversation: 0, aiToAddress: 0, fromAddress: 0, aiOfMailbox: 0 },
}
const header = (name: string, value: string): Partial<MailFacts> => ({ headers: [[name, value]] })
const from = (address: string): Partial<MailFacts> => ({ from: { address, name: '' } })
const counts = (some: Partial<Surroundings['counts']>) => ({ counts: { ...AROUND.counts, ...some } })

describe('a mail', () => {
  it('of a person may be answered', () => {
    expect([notAnswered(PERSON, AROUND), kindOf(PERSON, AROUND)]).toEqual([null, 'person'])
  })

  const table: [Reason, Kind, Partial<MailFacts>, Partial<Surroundings>?][] = [
    ['own_address', 'auto', from('desk@b.example')],
    ['loop', 'loop', {}, { isOurs: true }],
    ['null_sender', 'auto', header('return-path', '<>')],
    ['null_sender', 'auto', {}, { envelope: { recipient: null, sender: '' } }],
    ['report', 'bounce', header('content-type', 'multipart/report; report-type=delivery-status')],
    ['report', 'auto', from('mailer-daemon@a.example')],
    ['report', 'auto', from('postmaster@a.example')],
    ['auto_submitted', 'auto', header('auto-submitted', 'auto-replied')],
    ['auto_submitted', 'auto', header('auto-submitted', 'auto-generated (rejected)')],
    ['auto_suppressed', 'auto', header('x-auto-response-suppress', 'DR, OOF')],
    ['auto_suppressed', 'auto', header('x-autoreply', 'yes')],
    ['precedence', 'list', header('precedence', 'bulk')],
    ['precedence', 'auto', header('precedence', 'auto_reply')],
    ['list', 'list', header('list-unsubscribe', '<https://a.example>')],
    ['list', 'list', header('mailing-list', 'x')],
    ['no_reply_sender', 'auto', from('no-reply@a.example')],
    ['no_reply_sender', 'auto', from('shop.noreply@a.example')],
    ['no_reply_sender', 'auto', from('dontreply@a.example')],
    ['no_reply_sender', 'auto', from('donotreply+7@a.example')],
    ['auto_subject', 'auto', { subject: 'Automatic reply: Boats' }],
    ['calendar', 'person', { isCalendar: true }],
    ['encrypted', 'person', { isEncrypted: true }],
    ['not_addressed', 'person', { to: [{ address: 'other@b.example', name: '' }] }],
    ['second_mailbox', 'person', {}, { isSecond: true }],
    ['other_sender', 'person', {}, { isOtherSender: true }],
    ['member', 'person', {}, { isMember: true }],
    ['dmarc_fail', 'person', {}, { dmarc: 'fail' }],
    ['old', 'person', {}, { isOld: true }],
    ['repeated', 'person', {}, counts({ sameWords: 1 })],
    ['too_many_in_conversation', 'person', {}, counts({ aiInConversation: 5 })],
    ['too_many_to_address', 'person', {}, counts({ aiToAddress: 10 })],
    ['flood', 'person', {}, counts({ fromAddress: 30 })],
    ['mailbox_breaker', 'person', {}, counts({ aiOfMailbox: 100 })],
    ['mailbox_breaker', 'person', {}, { isSilenced: true }],
  ]
  it.each(table)('is not answered for %s, as that of: %s', (reason, kind, mail, around = {}) => {
    const facts = { ...PERSON, ...mail }
    expect(notAnswered(facts, { ...AROUND, ...around })).toBe(reason)
    expect(kindOf(facts, { ...AROUND, ...around })).toBe(kind)
  })

  it('has every reason in the table, and gives the first of several', () => {
    expect(new Set(table.map(([reason]) => reason))).toEqual(new Set(reasons))
    for (const [index, [reason, , mail, around = {}]] of table.entries())
      for (const [later, , otherMail, otherAround = {}] of table.slice(index + 1)) {
        const headers = [...(mail.headers ?? []), ...(otherMail.headers ?? [])]
        const both = { ...PERSON, ...otherMail, ...mail, headers }
        if (later !== reason && !(mail.from && otherMail.from) && !(around.counts && otherAround.counts))
          expect(notAnswered(both, { ...AROUND, ...otherAround, ...around })).toBe(reason)
      }
  })

  it.each<[string, Partial<MailFacts>, Partial<Surroundings>?]>([
    ['marked as no machine’s', header('auto-submitted', 'no')],
    ['that suppresses receipts alone', header('x-auto-response-suppress', 'DR, RN, NRN')],
    ['of ordinary precedence', header('precedence', 'normal')],
    ['from somebody called so', from('nora.reply@a.example')],
    ['sent to an alias', { to: [], cc: [{ address: 'crew+x@b.example', name: '' }] }],
    ['redirected', { to: [], headers: [['delivered-to', 'crew@b.example']] }],
    ['named by the server', { to: [] }, { envelope: { recipient: 'crew@b.example', sender: 'ann@a.example' } }],
    ['below the brakes', {}, counts({ aiInConversation: 4, aiToAddress: 9, fromAddress: 29, aiOfMailbox: 99 })],
  ])('%s is answered', (_what, mail, around = {}) => {
    expect(notAnswered({ ...PERSON, ...mail }, { ...AROUND, ...around })).toBeNull()
  })
})

describe('a subject', () => {
  it.each([
    ...['Automatic reply: Boats', 'Out of Office AutoReply: Boats', 'Automatische Antwort: Boote', 'Abwesend: Boote'],
    ...['Réponse automatique : Bateaux', 'Respuesta automática: Barcos', 'Risposta automatica: Barche', 'Ausente'],
    ...['Resposta automática: Barcos', 'Automatisch antwoord: Boten', 'Autosvar: Båtar', 'Automatisk svar: Både'],
    ...['Automaattinen vastaus: Veneet', 'Odpowiedź automatyczna: Statki', 'Automatická odpověď: Lodě', '不在'],
    ...['Otomatik yanıt: Tekneler', 'Автоматический ответ: Лодки', 'Автоматична відповідь: Човни', '自動応答: 船'],
    ...['自动答复: 船', '自動回覆：船', '자동 회신: 배', 'رد تلقائي: قوارب', 'I am away'.slice(5), 'Re: Out of office'],
    ...['Fraværende: Både', 'Nieobecny: Łodzie', 'Neprítomnosť: Člny', 'Außer Haus: Boote', 'Nicht im Haus: Boote'],
    ...['Ausente do escritório: Barcos', 'Absent de la birou: Bărci', 'Niet aanwezig: Boten', 'Away Re: Boats'],
    ...['I am out of the office', 'Absent(e) du bureau', 'Automatická odpoveď: Člny', 'स्वचालित उत्तर: नाव'],
  ])('%s is a machine’s', (subject) => expect(isOutOfOffice(subject, false)).toBe(true))

  it.each([
    ...['Out of office rent?', 'Absence of a ferry', 'Urlaub im Juni buchen', 'Ausencia de confirmación', '休暇の予約'],
    ...['Отсутствует счёт', 'Away game tickets', 'Boats', '', 'Timetable: out of office'],
  ])('%s is a person’s', (subject) => expect(isOutOfOffice(subject, false)).toBe(false))

  it.each([
    ...['Auto: Boats', 'On vacation Re: Boats', 'I am on vacation', 'Urlaub', 'OOO: Boats', 'Férias: Barcos'],
    ...['Maternity leave: Boats', 'En congé : Bateaux', 'Отпуск: Лодки', '휴가: 배'],
  ])('%s is a machine’s in an answer alone', (subject) => {
    expect([isOutOfOffice(subject, true), isOutOfOffice(subject, false)]).toEqual([true, false])
    expect(isOutOfOffice(`Re: ${subject}`, true)).toBe(false)
  })
})

describe('a bounce', () => {
  const read = (headers: string, body: string) => readMail(Buffer.from(`From: x@y.example\n${headers}\n${body}`))

  it('tells of each recipient', async () => {
    const status =
      'Reporting-MTA: dns; y.example\n\nFinal-Recipient: rfc822; Gone@A.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n  unknown user\n\nOriginal-Recipient: rfc822;late@a.example\nFinal-Recipient: rfc822;x@z.example\nAction: delayed\nStatus: 4.4.7\n\nFinal-Recipient: rfc822;ok@a.example\nAction: relayed (to z)\nStatus: 2.0.0\n'
    const facts = await read(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n',
      `--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: <1@b.example>\n\n--b--\n`,
    )
    expect(recipientsOfBounce(facts)).toEqual([
      { address: 'gone@a.example', action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 unknown user' },
      { address: 'late@a.example', action: 'delayed', status: '4.4.7', diagnostic: null },
      { address: 'ok@a.example', action: 'delivered', status: '2.0.0', diagnostic: null },
    ])
    expect(facts.report?.returned).toContain('<1@b.example>')
    expect(facts.attachments).toEqual([])
  })

  it('is read where addresses are in letters of any kind (RFC 6533)', async () => {
    const facts = await read(
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n',
      '--b\n\nSorry.\n--b\nContent-Type: message/global-delivery-status\n\nReporting-MTA: dns; y.example\n\nFinal-Recipient: utf-8; gone@a.example\nAction: failed\nStatus: 5.1.1\n\n--b\nContent-Type: message/global-headers\n\nMessage-ID: <1@b.example>\n\n--b--\n',
    )
    expect(recipientsOfBounce(facts)).toMatchObject([{ address: 'gone@a.example', action: 'failed', status: '5.1.1' }])
    expect(facts.report?.returned).toContain('<1@b.example>')
    expect(facts.attachments).toEqual([])
  })

  it('brings no attachments, whatever sort of report it is', async () => {
    const parts = ['Sorry.', 'Content-Type: message/feedback-report\n\nA: b', 'Content-Type: message/rfc822\n\nA: b']
    const body = parts.map((each) => `--b\n${each.startsWith('C') ? '' : '\n'}${each}\n`).join('')
    const facts = await read('Content-Type: multipart/report; boundary=b\n', `${body}--b--\n`)
    expect([kindOf(facts, AROUND), facts.attachments]).toEqual(['bounce', []])
  })

  it('is known from qmail', async () => {
    const text = `Hi. This is the qmail-send program at y.example.\nI'm afraid I wasn't able to deliver your message.\n\n<gone@a.example>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown\n\n--- Below this line is a copy of the message.\n\n<other@a.example>:\nx\n`
    const facts = await read('Subject: failure notice\n', text)
    expect(kindOf(facts, AROUND)).toBe('bounce')
    expect(recipientsOfBounce(facts)).toEqual([
      {
        address: 'gone@a.example',
        action: 'failed',
        status: '5.1.1',
        diagnostic: '192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 unknown',
      },
    ])
  })

  it('is known from Yahoo, which writes as qmail but for the first words', async () => {
    const text =
      'Sorry, we were unable to deliver your message.\n\n<gone@a.example>:\n550: 5.1.1 unknown\n\n--- Below this line is a copy of the message.\n\nx\n'
    const facts = await readMail(Buffer.from(`From: MAILER-DAEMON@y.example\n\n${text}`))
    expect(kindOf(facts, AROUND)).toBe('bounce')
    expect(recipientsOfBounce(facts)).toMatchObject([{ address: 'gone@a.example', action: 'failed', status: '5.1.1' }])
    expect(kindOf(await read('Subject: What is this?\n', text), AROUND)).toBe('person')
  })

  it('is known from Exim', async () => {
    const start = 'This message was created automatically by mail delivery software.\n\nA message that you sent'
    const failed = `${start} could not be delivered to one or more of its recipients.\n\n  gone@a.example\n    host mx [192.0.2.1]: 550 unknown user\n\n------ This is a copy of the message ------\n`
    expect(recipientsOfBounce(await read('Subject: Mail delivery failed\n', failed))).toMatchObject([
      { address: 'gone@a.example', action: 'failed', diagnostic: 'host mx [192.0.2.1]: 550 unknown user' },
    ])
    const delayed = `${start} has not yet been delivered to one or more of its recipients.\n\n  late@a.example\n    Delay reason: timed out\n`
    expect(recipientsOfBounce(await read('Subject: Warning\n', delayed))).toMatchObject([
      { address: 'late@a.example', action: 'delayed' },
    ])
    expect(recipientsOfBounce(await read('X-Failed-Recipients: gone@a.example\n', 'Sorry.'))).toMatchObject([
      { address: 'gone@a.example', action: 'failed' },
    ])
  })
})

describe('what the mail server found out', () => {
  const results = (value: string) => ({ headers: [['authentication-results', value]] as [string, string][] })
  it('is read from the server’s own header alone', () => {
    const value =
      'mx.b.example; dkim=fail header.d=x; dkim=pass (2048 bits) header.d=a; spf=softfail; dmarc=pass (p=none)'
    expect(authenticationOf(results(value), 'mx.b.example')).toEqual({ dmarc: 'pass', spf: 'fail', dkim: 'pass' })
    expect(authenticationOf(results('mx.b.example 1; dmarc=none'), 'mx.b.example')).toMatchObject({ dmarc: 'none' })
    for (const [authserv, header] of [
      [null, value],
      ['other.example', value],
      ['mx.b.example', 'none'],
    ] as const)
      expect(authenticationOf(results(header), authserv)).toEqual({ dmarc: 'unknown', spf: 'unknown', dkim: 'unknown' })
  })
})

const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const
const OTHER = [Buffer.alloc(32, 3)] as const
const ID = '0199c0de-1234-7abc-8def-0123456789ab'

describe('an id of ours', () => {
  it('is known again in any case, by either key, and from nobody else', () => {
    const id = signedId({ kind: 'm', id: ID }, 'b.example', KEYS)
    expect(id).toMatch(/^m\.0199c0de-1234-7abc-8def-0123456789ab\.[a-z2-7]{20}@b\.example$/)
    expect(readSignedId(`<${id.toUpperCase()}>`, KEYS)).toEqual({ kind: 'm', id: ID })
    expect(readSignedId(id, [KEYS[1], KEYS[0]])).toEqual({ kind: 'm', id: ID })
    expect(readSignedId(id, OTHER)).toBeNull()
    expect(readSignedId(id.replace('m.', 'c.'), KEYS)).toBeNull()
    expect(readSignedId(id.replace('89ab', '89ac'), KEYS)).toBeNull()
    for (const text of ['', '<>', 'a@b.example', `m.${ID}.short@b`]) expect(readSignedId(text, KEYS)).toBeNull()
  })

  it('tells our own mails and the reports about them', () => {
    const id = signedId({ kind: 'm', id: ID }, 'b.example', KEYS)
    expect(isOurMail({ ...PERSON, messageId: id }, KEYS)).toBe(true)
    expect(isOurMail({ ...PERSON, ...header('x-loop', id) }, KEYS)).toBe(true)
    expect(isOurMail({ ...PERSON, messageId: '1@a.example', inReplyTo: [id] }, KEYS)).toBe(false)
    expect(isOurMail({ ...PERSON, messageId: id }, OTHER)).toBe(false)
    const report = (status: string | null, returned: string | null) => ({ ...PERSON, report: { status, returned } })
    expect(messageOfBounce(report(`Original-Envelope-Id: ${id}\n`, null), KEYS)).toBe(ID)
    expect(messageOfBounce(report(null, `Message-ID: <${id}>`), KEYS)).toBe(ID)
    expect(messageOfBounce({ ...PERSON, text: `Message-ID: <${id}>` }, KEYS)).toBe(ID)
    expect(messageOfBounce(report(`Original-Envelope-Id: ${id}`, null), OTHER)).toBeNull()
    expect(messageOfBounce(PERSON, KEYS)).toBeNull()
  })

  it('stands in an address too, where there is room', () => {
    const address = plusAddress('crew@b.example', ID, KEYS)!
    expect(address).toMatch(/^crew\+[a-z2-7]{46}@b\.example$/)
    expect(readPlusAddress(address.toUpperCase(), KEYS)).toBe(ID)
    expect(readPlusAddress(address, OTHER)).toBeNull()
    expect(readPlusAddress('crew+hello@b.example', KEYS)).toBeNull()
    expect(plusAddress(`${'a'.repeat(18)}@b.example`, ID, KEYS)).toBeNull()
    expect(plusAddress(`${'a'.repeat(17)}@b.example`, ID, KEYS)).not.toBeNull()
  })
})

describe('threading', () => {
  const around = { keys: KEYS, recipient: null, trustsPlus: true }
  const message = signedId({ kind: 'm', id: ID }, 'b.example', KEYS)
  const conversation = signedId({ kind: 'c', id: ID }, 'b.example', KEYS)
  const index = Buffer.alloc(30, 7)

  it('asks the surest first', () => {
    const mail = {
      ...PERSON,
      to: [{ address: plusAddress('crew@b.example', ID, KEYS)!, name: '' }],
      inReplyTo: ['1@ses.example'],
      references: [conversation, '2@a.example', message],
      ...header('thread-index', index.toString('base64')),
    }
    expect(threadKeys(mail, around)).toEqual([
      { via: 'plus', conversation: ID },
      { via: 'signed', signed: { kind: 'm', id: ID } },
      { via: 'signed', signed: { kind: 'c', id: ID } },
      { via: 'foreign', messageId: '1@ses.example' },
      { via: 'foreign', messageId: '2@a.example' },
      { via: 'thread_index', root: '07'.repeat(22) },
    ])
    expect(threadKeys(mail, { ...around, trustsPlus: false })[0]).toMatchObject({ via: 'signed' })
    expect(threadKeys(PERSON, around)).toEqual([])
    expect(threadRoot('short')).toBeNull()
  })

  const NOW = 100 * 24 * 3_600_000
  const open = {
    via: 'signed',
    conversation: ID,
    status: 'open',
    closedAt: null,
    participants: ['ann@a.example'],
  } as const
  const closed = (days: number) => ({ ...open, status: 'closed' as const, closedAt: NOW - days * 24 * 3_600_000 })
  it.each([
    ['goes on', [open], 'ann@a.example', { continues: ID, reopens: false }],
    ['opens again', [closed(30)], 'ann@a.example', { continues: ID, reopens: true }],
    [
      'begins anew after long',
      [closed(31)],
      'ann@a.example',
      { continues: null, linked: { id: ID, reason: 'old_thread' } },
    ],
    ['lets nobody else in', [open], 'eve@a.example', { continues: null, linked: { id: ID, reason: 'other_sender' } }],
    [
      'shows nothing to others',
      [{ ...open, via: 'foreign' as const }],
      'eve@a.example',
      { continues: null, linked: null },
    ],
    [
      'knows no more of what is gone',
      [{ ...open, status: 'gone' as const }],
      'ann@a.example',
      { continues: null, linked: null },
    ],
    ['begins without a trace', [], 'ann@a.example', { continues: null, linked: null }],
  ])('%s', (_what, candidates, sender, decision) => {
    expect(decideThread(candidates, sender, NOW)).toEqual(decision)
  })
})

describe('the key of a mail', () => {
  const keyOf = (mail: Partial<MailFacts>, mailbox = 'one') =>
    dedupeKey({ ...PERSON, messageId: '1@a', ...mail }, mailbox, KEYS[0])
  it('is the same for the same mail, whatever way it came', () => {
    expect(keyOf(header('received', 'x'))).toBe(keyOf({}))
    expect(keyOf({ messageId: null, headers: [] })).toBe(keyOf({ messageId: null, ...header('received', 'y') }))
  })
  it('is another for another mail or mailbox', () => {
    const file = {
      name: 'a',
      type: 'a/b',
      size: 1,
      hash: '1',
      isInline: false,
      isRisky: false,
      contentId: null,
      bytes: new Uint8Array(),
    }
    const others = [
      keyOf({ text: 'No.' }),
      keyOf({ messageId: '2@a' }),
      keyOf({ attachments: [file] }),
      keyOf({}, 'two'),
      keyOf({ messageId: null }),
    ]
    expect(new Set([...others, keyOf({})]).size).toBe(6)
  })
})

describe('a mail made to take long', () => {
  const status = (text: string) => ({ report: { status: text, returned: null } })
  const at = '@'.repeat(90_000)
  it.each<[string, Partial<MailFacts>]>([
    ['a report of qmail', { text: `Hi. This is the qmail-send program at x.\n<${at}\n` }],
    ['a report of Exim', { text: `This message was created automatically by mail delivery software\n  ${at} \n` }],
    [
      'warnings',
      { text: `This message was created automatically by mail delivery software${' Warning: message'.repeat(5_000)}` },
    ],
    ['a long recipient', status(`Final-Recipient: rfc822;${'a'.repeat(99_000)}`)],
    ['plus signs', header('delivered-to', '+'.repeat(500_000))],
    ['results', header('authentication-results', `mx.example;${'dmarc=pass;'.repeat(90_000)}`)],
    ['a long text', { text: 'Hello. '.repeat(3_000_000) }],
  ])('is judged in a moment: %s', (_what, facts) => {
    const mail = { ...PERSON, ...facts }
    const judge = () => {
      recipientsOfBounce(mail)
      kindOf(mail, AROUND)
      notAnswered(mail, AROUND)
      authenticationOf(mail, 'mx.example')
      threadKeys(mail, { keys: KEYS, recipient: null, trustsPlus: true })
      messageOfBounce(mail, KEYS)
      dedupeKey(mail, 'one', KEYS[0])
    }
    expect(processorMs(judge)).toBeLessThan(3_000) // 2 to 350; rules that looked back took minutes
  })
})
