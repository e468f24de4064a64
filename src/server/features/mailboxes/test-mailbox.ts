import type { Data } from '#contract/index.ts'
import type { ImapAccount } from '../../adapters/mail/imap/imap-account.ts'
import { OauthFailure } from '../../adapters/mail/oauth/mail-oauth.ts'
import type { SmtpAccount } from '../../adapters/mail/send/smtp-account.ts'
import { operatorsAccount } from '../../adapters/mail/smtp-address.ts'
import { SecretUnreadable } from '../../adapters/secrets/secrets.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid, orNotFound, tooMany } from '../../errors.ts'
import type { Verb, VerbInput } from '../../http/binding.ts'
import { triedToken } from '../mail-grants/index.ts'
import { connectNow } from './fetch-queries.ts'
import { noteSending } from './note-problem.ts'
import { lockMailbox, selectMailbox } from './queries.ts'
import { tellMailbox } from './save-mailbox.ts'
import { accountOf, imapAccountOf, senderOf } from './sender.ts'

type Result = Data<'testMailbox'>
type Tested = Exclude<VerbInput<'testMailbox'>['body'], { id: string }>

/** Tests a minute of one organization: each may hold a connection for as long as a server lets it wait. */
const A_MINUTE = 10

/**
 * Tries whether a mailbox can receive and send, without sending. What is found out about a stored one is kept with it.
 * @throws AppError 429 `rate_limit_exceeded`; 404 for an unknown id; 422 without the password of a server of its own
 */
export const testMailbox: Verb<'testMailbox'> = async (ctx, { organization, body }) => {
  const counted = await ctx.rateLimits.consume(`mailbox-test:${organization.id}`, A_MINUTE)
  if (!counted.allowed) throw tooMany(counted, ctx.now())
  if ('id' in body) {
    const mailbox = orNotFound(await selectMailbox(ctx.database.read, organization.id, body.id))
    const [incoming, outgoing] = await Promise.all([testStoredIncoming(ctx, mailbox), testStored(ctx, mailbox)])
    await ctx.database.transaction((tx) => note(ctx, tx, mailbox, outgoing))
    await ctx.database.transaction((tx) => noteIncoming(ctx, tx, mailbox, incoming))
    return { incoming, outgoing }
  }
  const [incoming, outgoing] = await Promise.all([
    testIncoming(ctx, organization.id, body.incoming),
    testOutgoing(ctx, organization.id, body),
  ])
  return { incoming, outgoing }
}

async function testOutgoing(
  ctx: Context,
  organizationId: string,
  { outgoing, address }: Pick<Tested, 'outgoing' | 'address'>,
): Promise<Result['outgoing']> {
  if (!outgoing) return testInstallation(ctx)
  const { auth, ...account } = outgoing
  if (!auth) throw invalid('outgoing.auth', 'is required')
  return orFailing(async () =>
    test(ctx, { ...account, ...(await entryOf(ctx, organizationId, 'outgoing', auth)) }, address),
  )
}

async function testIncoming(
  ctx: Context,
  organizationId: string,
  incoming: Tested['incoming'],
): Promise<Result['incoming']> {
  if (incoming.type === 'http') return NOT_YET
  const { auth, folder, type: _, ...account } = incoming
  if (!auth) throw invalid('incoming.auth', 'is required')
  const result = await orFailing<Result['incoming'] | Result['outgoing']>(async () =>
    fetching(ctx, { ...account, ...(await entryOf(ctx, organizationId, 'incoming', auth)) }, folder),
  )
  return { folders: [], ...result }
}

type Auth = NonNullable<NonNullable<Tested['outgoing']>['auth']>

/** What lets in to a mail server: the password as typed, or what signing in gave. */
const entryOf = async (
  ctx: Context,
  organizationId: string,
  side: 'incoming' | 'outgoing',
  auth: Auth,
): Promise<Pick<SmtpAccount, 'password' | 'accessToken'>> =>
  auth.type === 'password'
    ? { password: auth.password }
    : { password: '', accessToken: await triedToken(ctx, auth.grant, { side, organizationId }) }

/** What a try comes to, or what kept it from being made. */
async function orFailing<Tried>(tryIt: () => Promise<Tried>): Promise<Tried | Result['outgoing']> {
  try {
    return await tryIt()
  } catch (error) {
    if (!(error instanceof SecretUnreadable || error instanceof OauthFailure)) throw error
    return { ok: false, code: error.code, message: error.message }
  }
}

async function fetching(ctx: Context, account: ImapAccount, folder: string): Promise<Result['incoming']> {
  const { problem, folders } = await ctx.imapAccounts.test(account, folder)
  return problem ? { ok: false, ...problem, folders } : { ok: true, code: null, message: null, folders }
}

async function testStoredIncoming(ctx: Context, mailbox: Row<'mailboxes'>): Promise<Result['incoming']> {
  const result = await orFailing<Result['incoming'] | Result['outgoing']>(async () => {
    const account = mailbox.error_code === 'agent_deleted' ? undefined : await imapAccountOf(ctx, mailbox)
    return account ? fetching(ctx, account, account.folder) : posted(mailbox)
  })
  return { folders: [], ...result }
}

/** What was found out of fetching is for the process that fetches: if it works again, that connects at once. */
async function noteIncoming(ctx: Context, tx: Tx, { id }: Row<'mailboxes'>, { ok }: Result['incoming']) {
  const row = await lockMailbox(tx, id)
  if (!ok || row?.deleted_at !== null || row.error_side !== 'incoming') return
  await connectNow(tx, id)
  await tellMailbox(ctx, tx, row)
}

/** Keeps what was found out, unless the mailbox was changed in the meantime. */
async function note(ctx: Context, tx: Tx, tested: Row<'mailboxes'>, { ok, code, message }: Result['outgoing']) {
  const row = await lockMailbox(tx, tested.id)
  if (row?.deleted_at !== null || row.outgoing !== tested.outgoing || row.outgoing_secret !== tested.outgoing_secret)
    return
  if (ok) await noteSending(ctx, tx, row, null)
  else if (code !== null) await noteSending(ctx, tx, row, { code, message: message ?? '' })
}

/** Of mail that is posted, only its coming shows that it comes. */
function posted(mailbox: Row<'mailboxes'>): Result['incoming'] {
  const { error_code: code, error_message: message, received_at } = mailbox
  if (code === 'agent_deleted') return { ok: false, code, message, folders: [] }
  return received_at === null ? NOT_YET : { ...NOT_YET, message: null }
}

const NOT_YET: Result['incoming'] = {
  ok: true,
  code: null,
  message: 'No mail has come yet: your mail server posts it to the inbound URL.',
  folders: [],
}

async function testStored(ctx: Context, mailbox: Row<'mailboxes'>): Promise<Result['outgoing']> {
  if (mailbox.outgoing === null) return testInstallation(ctx)
  return orFailing(async () => test(ctx, (await accountOf(ctx, mailbox))!, senderOf(ctx, mailbox).from.address))
}

/** The installation's mail server, of which its users learn no more than what is wrong. */
async function testInstallation({ config, smtpAccounts }: Context): Promise<Result['outgoing']> {
  if (!config.mail) return { ok: false, code: null, message: 'This installation has no mail server.' }
  const { smtp, from } = config.mail
  const problem = await smtpAccounts.test(operatorsAccount(smtp), from.address)
  if (!problem) return { ok: true, code: null, message: null }
  const message = 'This installation’s mail server can’t be used at the moment. Tell whoever runs this installation.'
  return { ok: false, code: problem.code, message }
}

async function test(ctx: Context, account: SmtpAccount, from: string): Promise<Result['outgoing']> {
  const problem = await ctx.smtpAccounts.test(account, from)
  return problem ? { ok: false, ...problem } : { ok: true, code: null, message: null }
}
