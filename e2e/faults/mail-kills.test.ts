import { describe, expect, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { databaseNames, ended, newInstallation } from './support/installation.ts'
import { diesByKill, type KillPoint, killEnvironment, setKillPoint } from './support/kill-points.ts'
import { createMailLedger } from './support/mail-ledger.ts'

/** When the process dies; `mail`: when its mail has arrived, before the mail server says so. */
type Moment = Omit<KillPoint, 'isSet'> | 'mail'

const MAILS = 'insert into "mails"'
const THREAD = 'insert into "mail_threads"'
const REPLY = 'insert into "receipts"'
const PENDING = 'insert into "pending_mails"'
const GOES = 'delete from "pending_mails"'
const DELIVERY = 'update "mail_deliveries"'

/** The steps of a mail that comes in and is answered by the AI. */
const steps: [what: string, at: Moment][] = [
  ['before anything is stored', { when: 'before', statement: 'insert into "uploads"' }],
  ['between the file of a mail and its row', { when: 'before', statement: MAILS }],
  ['after a mail is stored, before the answer', { when: 'after', statement: MAILS }],
  ['between a file in a mail and its row', { when: 'at', statement: 'insert into "attachments"' }],
  ['before a mail is read to its end', { when: 'before', statement: THREAD }],
  ['after a mail is read', { when: 'after', statement: THREAD }],
  ["before the AI's answer is stored", { when: 'before', statement: REPLY }],
  ["after the AI's answer is stored", { when: 'after', statement: REPLY }],
]

/** The steps of a mail that a member writes. */
const stepsOut: [what: string, at: Moment][] = [
  ['before a mail is kept', { when: 'before', statement: PENDING }],
  ['after a mail is kept, before the answer', { when: 'after', statement: PENDING }],
  ['before a mail is stored as a message', { when: 'before', statement: GOES }],
  ['after a mail is stored as a message', { when: 'after', statement: GOES }],
  ['before an attempt is noted', { when: 'before', statement: DELIVERY }],
  ['after an attempt is noted, before it is made', { when: 'after', statement: DELIVERY }],
  ['after a mail has arrived, before its server says so', 'mail'],
  ['after a mail server took a mail, before that is noted', { when: 'before', statement: DELIVERY, skipped: 1 }],
  ['after it is noted that a mail has left', { when: 'after', statement: DELIVERY, skipped: 1 }],
]

const MAIL_KILLS = Number(process.env.MAIL_KILLS ?? 0)

/** Every fourth step, other ones on each database; with `MAIL_KILLS`, so many, in turns. */
function chosen<Step>(all: readonly Step[], database: string): Step[] {
  if (MAIL_KILLS > 0) return Array.from({ length: MAIL_KILLS }, (_, index) => all[index % all.length]!)
  return all.filter((_, index) => index % 4 === (database === 'SQLite' ? 0 : 2))
}

describe.each(databaseNames())('kill -9 at the steps of a mail, on %s', (database) => {
  const deaths = [
    ...chosen(steps, database).map(([what, at]) => ({ what, at, act: 'receive' as const })),
    ...chosen(stepsOut, database).map(([what, at]) => ({ what, at, act: 'answer' as const })),
  ]

  it(`loses no mail in ${deaths.length} deaths, and doubles none in a thread`, { timeout: 3_600_000 }, async () => {
    let onMail = () => {}
    const mails = await startMailServer(() => onMail())
    const installation = await newInstallation(database)
    try {
      let { product, owner, agent } = await installation.begin()
      const ledger = await createMailLedger(installation, owner, agent, mails)
      expect(await product.stop()).toBe(0)
      for (const { what, at, act } of deaths) {
        product = await installation.start(at === 'mail' ? {} : killEnvironment({ ...at, isSet: false }))
        if (act === 'answer') await ledger.open()
        if (at === 'mail') onMail = () => product.process.kill('SIGKILL')
        else await setKillPoint(product)
        await Promise.all([ledger[act](), diesByKill(what, ended(product))])
        onMail = () => {}
      }
      product = await installation.start()
      const { left, repeated, waiting } = await ledger.check(deaths.length)
      console.log(
        `${database}: ${deaths.length} kills, acknowledged ${JSON.stringify(ledger.counts())}, none lost; ` +
          `${left} mails left, ${repeated} of them again, and ${waiting} wait for people`,
      )
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      await mails.close()
    }
  })
})
