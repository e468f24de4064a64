import type { Parsed } from '#contract/index.ts'
import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { Context } from '../../context.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { lockAgent } from '../agents/index.ts'
import { takeGrant } from '../mail-grants/index.ts'
import { aliasesOf, type Incoming, incomingOf, mendedColumns, type Outgoing, outgoingOf } from './presenter.ts'
import { selectMailboxes } from './queries.ts'

/** The password of one of a mailbox's mail servers is sealed for this place. */
export const passwordPlace = (id: string, side: 'incoming' | 'outgoing' = 'outgoing') => ({
  table: 'mailboxes',
  column: `${side}_secret`,
  row: id,
})

type Settings = Parsed<'updateMailbox'>['body']

/**
 * The columns that a request sets, after checking them against each other and the organization's other mailboxes.
 * @param current the mailbox as it is; undefined for a new one
 * @throws AppError 422 for an address that another mailbox has, an agent of another organization or none, or a change of a
 *   mail server without its password, as the stored one would go to the new server
 */
export async function settingsOf(
  ctx: Context,
  tx: Tx,
  place: { id: string; organizationId: string },
  body: Settings,
  current?: Row<'mailboxes'>,
): Promise<RowChanges<'mailboxes'>> {
  const { incoming, outgoing, aliases, address, is_paused, agent_id, mark_seen, save_sent, ...plain } = body
  // Without an agent, mail would be taken that nobody is shown: one whose agent was deleted is resumed with another.
  const answering = agent_id ?? (is_paused === false ? current?.agent_id : undefined)
  if (answering !== undefined) {
    const agent = await lockAgent(tx, answering)
    if (agent?.organization_id !== place.organizationId)
      throw invalid('agent_id', 'must name an agent of this organization')
  }
  await assertFree(tx, place, body)
  return {
    ...plain,
    ...(agent_id !== undefined && { agent_id, ...withAgent(current) }),
    ...(address !== undefined && addressed(normalAddress(address), current)),
    ...(aliases !== undefined && { aliases: JSON.stringify([...new Set(aliases.map(normalAddress))]) }),
    ...(is_paused !== undefined && { is_paused: is_paused ? 1 : 0 }),
    ...(mark_seen !== undefined && { mark_seen: mark_seen ? 1 : 0 }),
    ...(save_sent !== undefined && { save_sent: save_sent ? 1 : 0 }),
    ...(outgoing !== undefined && (await sending(ctx, tx, place, outgoing, current))),
    ...(incoming !== undefined && (await receiving(ctx, tx, place, incoming, current))),
  }
}

/** Another address has proved nothing yet. */
const addressed = (address: string, current: Row<'mailboxes'> | undefined): RowChanges<'mailboxes'> =>
  current && address !== current.address ? { address, trusts_plus: 0, verification: null } : { address }

/** What changes with another agent if the former one was deleted, which has paused the mailbox. */
const withAgent = (current: Row<'mailboxes'> | undefined): RowChanges<'mailboxes'> =>
  current?.error_code === 'agent_deleted' ? { ...mendedColumns(current), is_paused: 0 } : {}

/** No two mailboxes of an organization receive the mail of one address. */
async function assertFree(tx: Tx, place: { id: string; organizationId: string }, body: Settings): Promise<void> {
  const others = (await selectMailboxes(tx, place.organizationId)).filter(({ id }) => id !== place.id)
  const taken = new Set(others.flatMap((row) => [row.address, ...aliasesOf(row)]))
  if (body.address !== undefined && taken.has(normalAddress(body.address)))
    throw invalid('address', 'is the address of another mailbox')
  const alias = body.aliases?.findIndex((each) => taken.has(normalAddress(each))) ?? -1
  if (alias >= 0) throw invalid(`aliases.${alias}`, 'is the address of another mailbox')
}

async function sending(
  ctx: Context,
  tx: Tx,
  place: { id: string; organizationId: string },
  outgoing: NonNullable<Settings['outgoing']> | null,
  current: Row<'mailboxes'> | undefined,
): Promise<RowChanges<'mailboxes'>> {
  if (outgoing === null)
    return { outgoing: null, outgoing_secret: null, slow_until: null, ...mended(current, 'outgoing') }
  const { auth, host, ...rest } = outgoing
  const server: Outgoing = { ...rest, host: host.toLowerCase() }
  if (!auth) {
    assertSame('outgoing', server, current ? outgoingOf(current) : null)
    return {}
  }
  const { grant, secret } = await keptOf(ctx, tx, { ...place, side: 'outgoing' }, auth)
  return { outgoing: JSON.stringify({ ...server, ...grant }), outgoing_secret: secret, slow_until: null }
}

async function receiving(
  ctx: Context,
  tx: Tx,
  place: { id: string; organizationId: string },
  incoming: NonNullable<Settings['incoming']>,
  current: Row<'mailboxes'> | undefined,
): Promise<RowChanges<'mailboxes'>> {
  const known = current ? incomingOf(current) : null
  if (incoming.type === 'http') {
    if (known?.type === 'http') return {}
    const status = current && current.received_at !== null ? 'connected' : 'unverified'
    return { incoming: JSON.stringify(incoming), incoming_secret: null, ...begun(current, status) }
  }
  const { auth, host, ...rest } = incoming
  const server: Incoming = { ...rest, host: host.toLowerCase() }
  const stored = known?.type === 'imap' ? known : null
  if (!auth) assertSame('incoming', server, stored)
  const kept = auth && (await keptOf(ctx, tx, { ...place, side: 'incoming' }, auth))
  const grant = kept ? kept.grant : stored?.grant && { grant: stored.grant }
  return {
    ...{ incoming: JSON.stringify({ ...server, ...grant }), inbound_token_hash: null },
    ...(kept && { incoming_secret: kept.secret }),
    ...begun(current, 'connecting'),
  }
}

type Auth = NonNullable<NonNullable<Settings['outgoing']>['auth']>

/** What is kept of how one signs in to a mail server: the password sealed, or the grant. */
async function keptOf(
  ctx: Context,
  tx: Tx,
  place: { id: string; organizationId: string; side: 'incoming' | 'outgoing' },
  auth: Auth,
): Promise<{ grant: Pick<Outgoing, 'grant'>; secret: string | null }> {
  if (auth.type === 'password')
    return { grant: {}, secret: ctx.secrets.seal(auth.password, passwordPlace(place.id, place.side)) }
  const { id, provider } = await takeGrant(ctx, tx, auth.grant, place)
  return { grant: { grant: { id, provider } }, secret: null }
}

/** What changes with another way in, unless what fails is the way out: then the mailbox fails still. */
const begun = (current: Row<'mailboxes'> | undefined, status: Row<'mailboxes'>['status']): RowChanges<'mailboxes'> =>
  current?.error_side === 'outgoing' ? {} : { ...mended(current, 'incoming'), status }

/** What changes of a mailbox's error once the side that it is of is another. */
const mended = (current: Row<'mailboxes'> | undefined, side: 'incoming' | 'outgoing'): RowChanges<'mailboxes'> =>
  current?.error_side === side ? mendedColumns(current) : {}

/** @throws AppError 422 for another server or user than the stored password is of */
function assertSame(side: 'incoming' | 'outgoing', server: Outgoing, known: Outgoing | null): void {
  const keys = ['host', 'port', 'security', 'user'] as const
  if (!known || keys.some((key) => known[key] !== server[key]))
    throw invalid(`${side}.auth`, 'is required, as the stored password belongs to another server or user')
}
