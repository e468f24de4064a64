import { describe, expect, it } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { until } from '../api/support/until.ts'
import { startWebsite } from '../api/support/website.ts'
import { must } from '../tools/client.ts'
import { databaseNames, ended, mailEnvironment, newInstallation } from './support/installation.ts'
import { diesByKill, type KillPoint, killEnvironment, setKillPoint } from './support/kill-points.ts'
import { createLedger, type Ledger } from './support/ledger.ts'
import { createTeamLedger, type TeamLedger } from './support/team-ledger.ts'

type Write = 'writeSource' | 'uploadFile' | 'converse' | 'writeAsPerson'
type TeamWrite = 'writeNote' | 'assign' | 'replyAsMember' | 'snooze'

/**
 * The statements at which the process is killed, and the write during which that happens. Each database dies at every
 * second one, and at all of them in a run of its own.
 */
const points: [what: string, when: KillPoint['when'], statement: string, write: Write][] = [
  ['before a visitor message is committed', 'before', 'insert into "messages"', 'converse'],
  ['after a visitor message is committed, before the answer', 'after', 'insert into "replies"', 'converse'],
  ['after a reply is committed', 'after', 'insert into "receipts"', 'converse'],
  ['before a reply is committed', 'before', 'insert into "receipts"', 'converse'],
  ['before a source is committed', 'before', 'insert into "sources"', 'writeSource'],
  ["after a person's message is committed, before the answer", 'after', 'insert into "messages"', 'writeAsPerson'],
  ['after a source is committed, before the answer', 'after', 'insert into "sources"', 'writeSource'],
  ['between the file of an upload and its source', 'before', 'insert into "sources"', 'uploadFile'],
  ['while a source is swapped in', 'before', 'insert into "chunks"', 'writeSource'],
  ['after a source is trained', 'after', 'insert into "chunks"', 'uploadFile'],
  ["after a webhook's 200, before it is recorded", 'before', 'insert into "webhook_attempts"', 'converse'],
  ["after a webhook's 200 is recorded", 'after', 'insert into "webhook_attempts"', 'converse'],
]

const ENTRY = 'insert into "thread_entries"'

/** Moments of death while a team writes, in the form of `points`; `mail` stands for the moment at which a mail has arrived. */
const teamPoints: [what: string, at: Omit<KillPoint, 'isSet'> | 'mail', write: TeamWrite][] = [
  ['after a note is committed, before the answer', { when: 'after', statement: ENTRY }, 'writeNote'],
  ['before an assignment is committed', { when: 'before', statement: ENTRY }, 'assign'],
  ["after a member's reply is committed", { when: 'after', statement: 'insert into "messages"' }, 'replyAsMember'],
  ['after a snooze is committed, whose end comes before the next start', { when: 'after', statement: ENTRY }, 'snooze'],
  ['after the end of a snooze is committed', { when: 'after', statement: ENTRY, skipped: 1 }, 'snooze'],
  ['after a mail has arrived, before its server says so', 'mail', 'writeNote'],
]

const isWhole = process.env.FAULT_KILLS !== undefined

describe.each(databaseNames())('kill -9 at a chosen point, on %s', (database) => {
  const chosen = points.filter((_, index) => isWhole || index % 2 === (database === 'SQLite' ? 0 : 1))

  it(`loses nothing acknowledged in ${chosen.length} deaths, and ends every job`, async () => {
    const receiver = await startWebsite(() => ({ status: 200 }))
    const installation = await newInstallation(database)
    try {
      const environmentOf = ([, when, statement]: (typeof points)[number]) =>
        killEnvironment({ when, statement, isSet: false })
      let { product, owner, agent } = await installation.begin(environmentOf(chosen[0]!))
      const endpoint = { url: `${receiver.url}/hook` }
      await must(product.url, 'createWebhookEndpoint', { params: { agent }, body: endpoint }, owner)
      const ledger: Ledger = createLedger(installation.url, owner, agent)

      for (const point of chosen) {
        const [what, , , write] = point
        if (point !== chosen[0]) product = await installation.start(environmentOf(point))
        // A job is abandoned once its process has died in it five times, so let it end in between; on PostgreSQL a dead
        // process's job rests until its heartbeat is overdue.
        if (database === 'SQLite') await ledger.settle(installation.url)
        await setKillPoint(product)
        await Promise.all([ledger[write](), diesByKill(what, ended(product))])
      }
      const last = await installation.start()
      const { replies, events } = await ledger.check(installation.url, receiver.received)
      console.log(
        `${database}: ${chosen.length} kills, acknowledged ${JSON.stringify(ledger.counts())}, none lost; ` +
          `${replies} replies, ${events} events delivered in ${receiver.received.length} posts`,
      )
      const failed = { params: { agent }, query: { status: 'failed' as const } }
      expect((await must(last.url, 'listWebhookDeliveries', failed, owner)).data).toEqual([])
      expect(await last.stop()).toBe(0)
    } finally {
      await installation.remove()
      receiver.close()
    }
  })

  it(`loses nothing of a team's in ${teamPoints.length} deaths, and does nothing twice`, async () => {
    let onMail = () => {}
    const mails = await startMailServer(() => onMail())
    const installation = await newInstallation(database, { env: mailEnvironment(mails) })
    try {
      const environmentOf = ([, at]: (typeof teamPoints)[number]) =>
        at === 'mail' ? {} : killEnvironment({ ...at, isSet: false })
      let { product, owner, agent } = await installation.begin(environmentOf(teamPoints[0]!))
      const team: TeamLedger = await createTeamLedger(installation, owner, agent, mails)

      for (const point of teamPoints) {
        const [what, at, write] = point
        if (point !== teamPoints[0]) product = await installation.start(environmentOf(point))
        if (at === 'mail') await team.open() // nobody answers this visitor
        await team.open()
        await team.label()
        if (at === 'mail') onMail = () => product.process.kill('SIGKILL')
        else await setKillPoint(product)
        await Promise.all([team[write](), diesByKill(what, ended(product))])
        onMail = () => {}
        await team.sleep()
      }
      await team.letWaitsBecomeLong()
      const unsure = mails.received.at(-1)!.text // the process died before it knew that this one had arrived
      product = await installation.start()
      await until('that mail comes again', async () => mails.received.filter(({ text }) => text === unsure).length >= 2)
      const { mails: told, repeated } = await team.check(teamPoints.length)
      console.log(
        `${database}: ${teamPoints.length} kills, acknowledged ${JSON.stringify(team.counts())}, none lost; ` +
          `${told} mails, ${repeated} sent again`,
      )
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
      await mails.close()
    }
  })
})
